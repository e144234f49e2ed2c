// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"

#include <string>

namespace weightless::ops::product {

// The kernel that the node's kernelAttribute (problem.h) asks for, without the prefix that is the
// convolution's and the suffix that split.h looks for. Empty where it asks for none.
[[nodiscard]] std::string forcedKernel(const LoweringContext& context);

} // namespace weightless::ops::product
