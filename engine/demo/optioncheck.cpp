// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/optioncheck.h"

#include "engine/base/error.h"

#include <algorithm>
#include <array>

namespace weightless {

void requireOption(bool condition, const std::string& message)
{
    if (!condition) {
        throw Error(ErrorKind::InvalidArgument, message);
    }
}

void requireScaleAndType(int64_t scale, DataType type)
{
    constexpr std::array<int64_t, 6> scales {1, 2, 4, 8, 16, 32};
    requireOption(std::ranges::find(scales, scale) != scales.end(),
        "The demo model's scale is " + std::to_string(scale) + ", expected 1, 2, 4, 8, 16 or 32");
    requireOption(type == DataType::Float16 || type == DataType::Float32,
        "The demo model's type is " + toString(type) + ", expected float16 or float32");
}

} // namespace weightless
