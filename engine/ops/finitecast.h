// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace weightless::ops {

// An attribute of Cast: with 1 to 3, finite numbers of floats stay finite in floats of a smaller range
// (model/finitefloat.h), as values, as limits of others, or as weights where they are known.
inline constexpr std::string_view finiteAttribute = "weightless.finite";
inline constexpr int64_t finiteValues = 1;
inline constexpr int64_t finiteLimits = 2;
inline constexpr int64_t finiteWeights = 3;

// CastBeside (domain "weightless"): its first input as the type `to` where it is a float of 16 or 32 bits and
// one of its inputs has the type `beside`, or always where that is Undefined; anything else as it is. Of the
// others it only looks at their types, and with factorsAttribute at what is known of them: float32 instead of
// float16 where one is a factor beyond that (model/float16factors.h), or one float32 that is not known. With
// finiteAttribute as Cast has it; of what is known no number but 0 becomes 0.
//
// CastLike with it: its second input is of the type `to` in the model where it has the type `beside`, and so
// is what it makes. With sameAttribute both inputs are of one type in the model, and what has the type
// `beside` stays as it is.
inline constexpr std::string_view besideAttribute = "beside";
inline constexpr std::string_view sameAttribute = "same";
inline constexpr std::string_view factorsAttribute = "factors";

} // namespace weightless::ops
