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
    double kept; // what such a size becomes
};

// float16 has half of its largest number for them: the sum of two, and of one and any score, is finite still,
// as it is in float32, and its exponential is 0 all the same. The others have their largest number: its last
// place is worth more than any score.
[[nodiscard]] constexpr FiniteRange finiteRange(DataType type)
{
    switch (type) {
    case DataType::Float16:
        return {.beyond = 65520, .kept = 32752};
    case DataType::BFloat16:
        return {.beyond = 0x1.ffp127, .kept = 0x1.fep127};
    case DataType::Float32:
        return {.beyond = 0x1.ffffffp127, .kept = std::numeric_limits<float>::max()};
    default:
        return {
            .beyond = std::numeric_limits<double>::infinity(), .kept = std::numeric_limits<double>::max()};
    }
}

[[nodiscard]] constexpr double keptFinite(double value, DataType type)
{
    const FiniteRange range = finiteRange(type);
    const double size = value < 0 ? -value : value;
    const bool isKept = size >= range.beyond && size <= std::numeric_limits<double>::max();
    return !isKept ? value : value < 0 ? -range.kept : range.kept;
}

} // namespace weightless
