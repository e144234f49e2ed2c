// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace weightless {

// The types below 16 bits that no processor computes in: int4, uint4, int2, uint2, float4e2m1, float6e2m3,
// float6e3m2 and the five 8-bit floats, as ONNX defines them (onnx.ai/onnx/technical/float8.html,
// float6.html, float4.html, int4.html). Elements of less than a byte are packed, the first in the lowest
// bits; those of six bits go on in the next byte. shaders/narrow.glsl does the same on the device.
[[nodiscard]] bool isNarrow(DataType type);
[[nodiscard]] bool isNarrowInteger(DataType type);
[[nodiscard]] bool isNarrowFloat(DataType type);

// How Cast rounds to float8e8m0, which has powers of two only: to the next one away from zero, towards zero,
// or to the nearer (a tie goes up). The numbers are those of the kernel.
enum class ScaleRounding : uint32_t { Up = 0, Down = 1, Nearest = 2 };

struct NarrowRules {
    bool saturates =
        true; // 8-bit floats: what is too large becomes the largest value instead of NaN or infinity
    ScaleRounding rounding = ScaleRounding::Up;
};

// The bits of one element, in the lowest bits. The caller has checked that the index is inside.
[[nodiscard]] uint8_t narrowCode(std::span<const std::byte> elements, DataType type, size_t index);
void setNarrowCode(std::span<std::byte> elements, DataType type, size_t index, uint8_t code);

// Exact: every narrow value is a float32.
[[nodiscard]] float narrowToFloat(DataType type, uint8_t code);
// Floats round to nearest even; those of four and six bits, which have neither, take infinity for their
// largest value and NaN for -0. float8e8m0 drops the sign. Integers are truncated towards zero and wrap.
[[nodiscard]] uint8_t floatToNarrow(DataType type, float value, NarrowRules rules = {});
// Wraps to an integer, as two's complement does.
[[nodiscard]] uint8_t integerToNarrow(DataType type, int64_t value);

} // namespace weightless
