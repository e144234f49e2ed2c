// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace weightless {

// IEEE 754 binary16 and bfloat16 as bit patterns. Narrowing rounds to nearest even, keeps NaN a NaN and turns
// what is too large into infinity. A NaN comes out quiet, with the upper bits of its payload, as processors
// do it (bfloat16 is widened as it is).
[[nodiscard]] float float16ToFloat(uint16_t bits);
[[nodiscard]] uint16_t floatToFloat16(float value);
[[nodiscard]] float bfloat16ToFloat(uint16_t bits);
[[nodiscard]] uint16_t floatToBfloat16(float value);

} // namespace weightless
