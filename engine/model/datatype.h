// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace weightless {

// ONNX TensorProto.DataType, with its numbers. A file may carry a number that is not listed here (a newer
// ONNX): it is kept, inspected and reported, and refused where its width is needed.
enum class DataType : int32_t {
    Undefined = 0,
    Float32 = 1,
    UInt8 = 2,
    Int8 = 3,
    UInt16 = 4,
    Int16 = 5,
    Int32 = 6,
    Int64 = 7,
    String = 8,
    Bool = 9,
    Float16 = 10,
    Float64 = 11,
    UInt32 = 12,
    UInt64 = 13,
    Complex64 = 14,
    Complex128 = 15,
    BFloat16 = 16,
    Float8E4M3FN = 17,
    Float8E4M3FNUZ = 18,
    Float8E5M2 = 19,
    Float8E5M2FNUZ = 20,
    UInt4 = 21,
    Int4 = 22,
    Float4E2M1 = 23,
    Float8E8M0 = 24,
    UInt2 = 25,
    Int2 = 26,
    Float6E2M3 = 27,
    Float6E3M2 = 28,
};

// Bits of one element; 0 for Undefined, String and numbers this build does not know.
[[nodiscard]] unsigned bitWidth(DataType type);

// Bytes of `elementCount` packed elements (sub-byte types round up to whole bytes); nullopt when the width is
// unknown or the product does not fit in 64 bits.
[[nodiscard]] std::optional<uint64_t> byteCount(DataType type, uint64_t elementCount);

// ONNX's lower-case name ("float16"), or "type 99" for an unknown number.
[[nodiscard]] std::string toString(DataType type);

[[nodiscard]] bool isFloat(DataType type); // float16, bfloat16, float32, float64
[[nodiscard]] bool isSignedInteger(DataType type); // int8 … int64
[[nodiscard]] bool isInteger(DataType type); // int8 … int64, uint8 … uint64

} // namespace weightless
