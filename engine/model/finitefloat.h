// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <limits>

namespace weightless {

// Finite numbers stay finite where weights are made another type, and where a value meets such weights: masks
// have the lowest float32 for keys that are hidden, and of a row that is infinite throughout a softmax makes
// no numbers. Infinities stay infinite.
struct FiniteRange {
    double beyond; // the least size that rounds to infinity
    double kept; // what such a size becomes: the largest there is
    double hiding; // the least size below zero that a mask alone has, beside that of -kept
    double hidden; // what becomes of such numbers
};

// float16 has half of its largest number for what masks hide with: the sum of two, and of one and any score,
// is finite still, as it is in float32, and its exponential is 0 all the same. The others need no such room:
// the last place of their largest number is worth more than any score.
[[nodiscard]] constexpr FiniteRange finiteRange(DataType type)
{
    constexpr auto none = std::numeric_limits<double>::infinity();
    switch (type) {
    case DataType::Float16:
        return {.beyond = 65520, .kept = 65504, .hiding = 1e9, .hidden = 32752};
    case DataType::BFloat16:
        return {.beyond = 0x1.ffp127, .kept = 0x1.fep127, .hiding = none, .hidden = 0x1.fep127};
    case DataType::Float32:
        return {.beyond = 0x1.ffffffp127,
            .kept = std::numeric_limits<float>::max(),
            .hiding = none,
            .hidden = std::numeric_limits<float>::max()};
    default:
        return {.beyond = none,
            .kept = std::numeric_limits<double>::max(),
            .hiding = none,
            .hidden = std::numeric_limits<double>::max()};
    }
}

template <typename Float>
[[nodiscard]] constexpr Float keptFinite(Float value, const FiniteRange& range)
{
    const Float size = value < 0 ? -value : value;
    if (!(size <= std::numeric_limits<Float>::max())) {
        return value; // infinite, or no number
    }
    const bool hides =
        value < 0 && (size >= static_cast<Float>(range.hiding) || size == static_cast<Float>(range.kept));
    const bool isBeyond = size >= static_cast<Float>(range.beyond);
    const auto kept = static_cast<Float>(hides ? range.hidden : range.kept);
    return !hides && !isBeyond ? value : value < 0 ? -kept : kept;
}

[[nodiscard]] constexpr double keptFinite(double value, DataType type)
{
    return keptFinite(value, finiteRange(type));
}

} // namespace weightless
