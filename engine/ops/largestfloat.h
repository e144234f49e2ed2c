// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <limits>

namespace weightless::ops {

// The greatest finite number of a type of floats; its negative is the lowest.
[[nodiscard]] constexpr double largestFloat(DataType type)
{
    switch (type) {
    case DataType::Float16:
        return 65504;
    case DataType::BFloat16:
        return 0x1.FEp127;
    case DataType::Float32:
        return std::numeric_limits<float>::max();
    default:
        return std::numeric_limits<double>::max();
    }
}

} // namespace weightless::ops
