// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace weightless::ops {

// An attribute of Cast: with 1 or 2, finite numbers of floats stay finite in floats of a smaller range
// (model/finitefloat.h), as values or as limits of others.
inline constexpr std::string_view finiteAttribute = "weightless.finite";
inline constexpr int64_t finiteValues = 1;
inline constexpr int64_t finiteLimits = 2;

// CastBeside (domain "weightless"): its first input as the type `to` where it is a float of 16 or 32 bits and
// one of its inputs has the type `beside`, or always where that is Undefined; anything else as it is. Of the
// others it only looks at their types. With finiteAttribute as Cast has it; what is no 0 does not become one.
inline constexpr std::string_view besideAttribute = "beside";

} // namespace weightless::ops
