// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/hostoperator.h"

namespace weightless::ops::selection {

// How much they yield depends on what they read, so they run on the CPU between two segments.
void registerUnique(HostRegistry& registry);
void registerSuppression(HostRegistry& registry);

} // namespace weightless::ops::selection
