// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace weightless::ops {

// An attribute of Cast: with 1, finite numbers of float32 beyond the largest of float16 or bfloat16 become
// that one and not infinite. Masks have the lowest float32 for keys that are hidden, and of rows that are all
// infinite a softmax makes no numbers.
inline constexpr std::string_view finiteAttribute = "weightless.finite";

} // namespace weightless::ops
