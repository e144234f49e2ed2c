// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/datatype.h"

#include "engine/base/bytes.h"

#include <array>

namespace weightless {

namespace {

struct TypeTraits {
    const char* name;
    unsigned bits;
};

// Indexed by the ONNX number.
constexpr std::array<TypeTraits, 29> types {{
    {"undefined", 0},
    {"float32", 32},
    {"uint8", 8},
    {"int8", 8},
    {"uint16", 16},
    {"int16", 16},
    {"int32", 32},
    {"int64", 64},
    {"string", 0},
    {"bool", 8},
    {"float16", 16},
    {"float64", 64},
    {"uint32", 32},
    {"uint64", 64},
    {"complex64", 64},
    {"complex128", 128},
    {"bfloat16", 16},
    {"float8e4m3fn", 8},
    {"float8e4m3fnuz", 8},
    {"float8e5m2", 8},
    {"float8e5m2fnuz", 8},
    {"uint4", 4},
    {"int4", 4},
    {"float4e2m1", 4},
    {"float8e8m0", 8},
    {"uint2", 2},
    {"int2", 2},
    {"float6e2m3", 6},
    {"float6e3m2", 6},
}};

const TypeTraits* traitsOf(DataType type)
{
    const auto index = static_cast<size_t>(static_cast<int32_t>(type));
    return index < types.size() ? &types[index] : nullptr;
}

} // namespace

unsigned bitWidth(DataType type)
{
    const TypeTraits* traits = traitsOf(type);
    return traits != nullptr ? traits->bits : 0;
}

std::optional<uint64_t> byteCount(DataType type, uint64_t elementCount)
{
    const unsigned bits = bitWidth(type);
    if (bits == 0) {
        return std::nullopt;
    }
    if (bits < 8) {
        return elementCount / 8 * bits + ceilDivide(elementCount % 8 * bits, 8);
    }
    return checkedMultiply(elementCount, bits / 8);
}

std::string toString(DataType type)
{
    const TypeTraits* traits = traitsOf(type);
    return traits != nullptr ? traits->name : "type " + std::to_string(static_cast<int32_t>(type));
}

bool isFloat(DataType type)
{
    return type == DataType::Float16 || type == DataType::BFloat16 || type == DataType::Float32
        || type == DataType::Float64;
}

bool isSignedInteger(DataType type)
{
    return type == DataType::Int8 || type == DataType::Int16 || type == DataType::Int32
        || type == DataType::Int64;
}

bool isInteger(DataType type)
{
    return isSignedInteger(type) || type == DataType::UInt8 || type == DataType::UInt16
        || type == DataType::UInt32 || type == DataType::UInt64;
}

} // namespace weightless
