// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output/console.h"
#include "engine/runtime/kernelcompilation.h"

namespace weightless::cli {

// Shows on the console how far the driver is with compiling, until it is done. The console must outlive it.
[[nodiscard]] KernelObserver kernelProgress(Console& console);

} // namespace weightless::cli
