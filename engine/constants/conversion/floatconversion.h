// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace weightless {

// Whether convertFloats() takes the pair: float32, float16 and bfloat16, each to each.
[[nodiscard]] bool canConvertFloats(DataType from, DataType to);

// Element by element, rounding to nearest even; finite numbers stay finite (model/finitefloat.h), and it says
// how many became other ones for that. `source` and `destination` hold equally many elements and begin
// anywhere. Uses what the processor has for it.
uint64_t convertFloats(
    std::span<const std::byte> source, DataType from, std::span<std::byte> destination, DataType to);

} // namespace weightless
