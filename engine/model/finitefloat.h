// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <limits>

namespace weightless {

// Finite numbers stay finite where weights are loaded as another type, and where a value meets such weights:
// masks have the lowest float32 for keys that are hidden, and of a row that is infinite throughout a softmax
// makes no numbers. Infinities stay infinite.
struct FiniteRange {
    double beyond; // the least size that rounds to infinity
    double kept; // what such a size becomes: the largest there is
    double hidden; // what masks become below zero
};

// Among weights masks are told by their size: hardly a weight comes near -99,000, and what hides is that or
// below, be it -1e5 (-99,840 in bfloat16), -1e9 or the lowest number of a larger type; of what becomes the
// lowest number of the type instead, a row that is hidden throughout is none once something is added. What
// lies between that and the type's own range, -70,000 say, is a weight, and becomes the nearest number that
// the type has. A value that is computed is more often a mask than a number of a network. The lowest number
// of the type itself counts as a mask.
inline constexpr double leastMask = 99'000;

// float16 has half of its largest number for what masks hide with: the sum of two, and of one and any score,
// is finite still, as it is in float32, and its exponential is 0 all the same. The others need no such room:
// the last place of their largest number is worth more than any score.
[[nodiscard]] constexpr FiniteRange finiteRange(DataType type)
{
    switch (type) {
    case DataType::Float16:
        return {.beyond = 65520, .kept = 65504, .hidden = 32752};
    case DataType::BFloat16:
        return {.beyond = 0x1.ffp127, .kept = 0x1.fep127, .hidden = 0x1.fep127};
    case DataType::Float32:
        return {.beyond = 0x1.ffffffp127,
            .kept = std::numeric_limits<float>::max(),
            .hidden = std::numeric_limits<float>::max()};
    default:
        return {.beyond = std::numeric_limits<double>::infinity(),
            .kept = std::numeric_limits<double>::max(),
            .hidden = std::numeric_limits<double>::max()};
    }
}

// What other numbers are limited by, or compared with, is no mask.
enum class FiniteUse { Value, Limit, Weight };

template <typename Float>
[[nodiscard]] constexpr Float keptFinite(Float value, const FiniteRange& range, FiniteUse use)
{
    const Float size = value < 0 ? -value : value;
    const bool isFinite = size <= std::numeric_limits<Float>::max();
    const bool isBeyond = isFinite && size >= static_cast<Float>(range.beyond);
    const bool isMask = use == FiniteUse::Value || size >= static_cast<Float>(leastMask);
    const bool hides = (isBeyond && isMask) || size == static_cast<Float>(range.kept);
    if (use != FiniteUse::Limit && value < 0 && hides) {
        return static_cast<Float>(-range.hidden);
    }
    const auto kept = static_cast<Float>(range.kept);
    return !isBeyond ? value : value < 0 ? -kept : kept;
}

// Whether keptFinite() has another number for a value that is no mask.
template <typename Float>
[[nodiscard]] constexpr bool isBeyondRange(Float value, const FiniteRange& range)
{
    const Float size = value < 0 ? -value : value;
    return size >= static_cast<Float>(range.beyond) && size <= std::numeric_limits<Float>::max()
        && value > -static_cast<Float>(leastMask);
}

[[nodiscard]] constexpr double keptFinite(double value, DataType type, FiniteUse use)
{
    return keptFinite(value, finiteRange(type), use);
}

} // namespace weightless
