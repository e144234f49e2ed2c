// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace weightless::ops::product {

// The kernel that the node's kernelAttribute (problem.h) asks for, without the prefix that is the
// convolution's and the suffixes of split.h and below. Empty where it asks for none.
[[nodiscard]] std::string forcedKernel(const LoweringContext& context);

// Behind a kernel's name: tiles are laid as on a device that counts few work groups (workgrid.h).
inline constexpr std::string_view fewGroupsSuffix = "few";

// How many work groups beside each other there may be: the device's, or what that suffix asks for.
[[nodiscard]] uint32_t mostGroupsAcross(const LoweringContext& context);

} // namespace weightless::ops::product
