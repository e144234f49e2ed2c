// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/narrowtypes.h"

#include <bit>
#include <cmath>
#include <limits>

namespace weightless {

namespace {

// A sign, an exponent and a mantissa. Codes are without the sign.
struct NarrowFloat {
    unsigned mantissaBits;
    int bias;
    uint32_t greatest; // the code of the largest finite value
    uint32_t overflow; // what is beyond it, where it does not saturate
    uint32_t nan; // with the sign
    bool hasNegativeZero;
};

constexpr uint32_t infinityBits = 0x7f800000;

NarrowFloat formatOf(DataType type)
{
    switch (type) {
    case DataType::Float8E4M3FN:
        return {3, 7, 0x7e, 0x7f, 0x7f, true};
    case DataType::Float8E4M3FNUZ:
        return {3, 8, 0x7f, 0x80, 0x80, false};
    case DataType::Float8E5M2:
        return {2, 15, 0x7b, 0x7c, 0x7e, true};
    case DataType::Float8E5M2FNUZ:
        return {2, 16, 0x7f, 0x80, 0x80, false};
    case DataType::Float6E2M3:
        return {3, 1, 0x1f, 0x1f, 0x20, true};
    case DataType::Float6E3M2:
        return {2, 3, 0x1f, 0x1f, 0x20, true};
    default: // Float4E2M1
        return {1, 1, 0x7, 0x7, 0x8, true};
    }
}

float powerOfTwo(int exponent)
{
    return std::ldexp(1.0F, exponent);
}

uint8_t floatToScale(uint32_t bits, NarrowRules rules)
{
    const uint32_t exponent = (bits >> 23) & 0xff;
    const uint32_t fraction = bits & 0x7fffff;
    if (exponent == 0xff) {
        return 0xff;
    }
    // Code 0 is 2^-127, which float32 has as a subnormal of half the range.
    const uint32_t above = exponent == 0 ? 0x400000 : 0;
    const bool isUp = rules.rounding == ScaleRounding::Up ? fraction > above
        : rules.rounding == ScaleRounding::Nearest        ? fraction >= (exponent == 0 ? 0x600000 : 0x400000)
                                                          : false;
    return static_cast<uint8_t>(exponent == 0xfe && rules.saturates ? exponent : exponent + (isUp ? 1 : 0));
}

float scaleToFloat(uint8_t code)
{
    return code == 0xff ? std::numeric_limits<float>::quiet_NaN() : powerOfTwo(int {code} - 127);
}

} // namespace

bool isNarrowInteger(DataType type)
{
    return type == DataType::Int4 || type == DataType::UInt4 || type == DataType::Int2
        || type == DataType::UInt2;
}

bool isNarrowFloat(DataType type)
{
    return (type >= DataType::Float8E4M3FN && type <= DataType::Float8E5M2FNUZ) // four in a row
        || type == DataType::Float8E8M0 || type == DataType::Float4E2M1 || type == DataType::Float6E2M3
        || type == DataType::Float6E3M2;
}

bool isNarrow(DataType type)
{
    return isNarrowInteger(type) || isNarrowFloat(type);
}

uint8_t narrowCode(std::span<const std::byte> elements, DataType type, size_t index)
{
    const unsigned bits = bitWidth(type);
    const size_t byte = index * bits / 8;
    const auto shift = static_cast<unsigned>(index * bits % 8);
    unsigned window = std::to_integer<unsigned>(elements[byte]);
    if (shift + bits > 8) {
        window |= std::to_integer<unsigned>(elements[byte + 1]) << 8;
    }
    return static_cast<uint8_t>((window >> shift) & ((1U << bits) - 1));
}

void setNarrowCode(std::span<std::byte> elements, DataType type, size_t index, uint8_t code)
{
    const unsigned bits = bitWidth(type);
    const auto shift = static_cast<unsigned>(index * bits % 8);
    const unsigned mask = ((1U << bits) - 1) << shift;
    const unsigned placed = (unsigned {code} << shift) & mask;
    const auto put = [](std::byte& byte, unsigned kept, unsigned added) {
        byte = static_cast<std::byte>((std::to_integer<unsigned>(byte) & ~kept) | added);
    };
    put(elements[index * bits / 8], mask & 0xff, placed & 0xff);
    if (mask > 0xff) {
        put(elements[index * bits / 8 + 1], mask >> 8, placed >> 8);
    }
}

float narrowToFloat(DataType type, uint8_t code)
{
    const unsigned width = bitWidth(type);
    if (isNarrowInteger(type)) {
        const bool isNegative =
            (type == DataType::Int4 || type == DataType::Int2) && (code >> (width - 1)) != 0;
        return static_cast<float>(int {code} - (isNegative ? 1 << width : 0));
    }
    if (type == DataType::Float8E8M0) {
        return scaleToFloat(code);
    }
    const NarrowFloat format = formatOf(type);
    const uint32_t signBit = 1U << (width - 1);
    const uint32_t magnitude = code & (signBit - 1);
    const bool isNegative = (code & signBit) != 0;
    float value = 0;
    if (magnitude > format.greatest || (!format.hasNegativeZero && code == format.nan)) {
        const bool isInfinite = type == DataType::Float8E5M2 && magnitude == format.overflow;
        value = isInfinite ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    } else if (magnitude >> format.mantissaBits == 0) {
        value = static_cast<float>(magnitude)
            * powerOfTwo(1 - format.bias - static_cast<int>(format.mantissaBits));
    } else {
        value = std::bit_cast<float>(
            (magnitude << (23 - format.mantissaBits)) + (static_cast<uint32_t>(127 - format.bias) << 23));
    }
    return isNegative ? -value : value;
}

uint8_t floatToNarrow(DataType type, float value, NarrowRules rules)
{
    if (isNarrowInteger(type)) {
        constexpr float limit = 9e18F; // what int64 holds; what is beyond has no value to wrap
        return integerToNarrow(type, std::abs(value) < limit ? static_cast<int64_t>(value) : 0);
    }
    const auto bits = std::bit_cast<uint32_t>(value);
    if (type == DataType::Float8E8M0) {
        return floatToScale(bits, rules);
    }
    const NarrowFloat format = formatOf(type);
    const uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > infinityBits) {
        return static_cast<uint8_t>(format.nan);
    }
    const unsigned shift = 23 - format.mantissaBits;
    const auto normal = static_cast<uint32_t>(128 - format.bias) << 23; // the smallest one
    uint32_t code = 0;
    if (magnitude >= normal) {
        const uint32_t rounded = magnitude + (1U << (shift - 1)) - 1 + ((magnitude >> shift) & 1);
        code = (rounded >> shift) - (static_cast<uint32_t>(127 - format.bias) << format.mantissaBits);
    } else {
        const int scale = format.bias - 1 + static_cast<int>(format.mantissaBits);
        code = static_cast<uint32_t>(std::nearbyint(std::bit_cast<float>(magnitude) * powerOfTwo(scale)));
    }
    if (code > format.greatest) {
        code = rules.saturates ? format.greatest : format.overflow;
    }
    const bool isNegative = bits >> 31 != 0 && (code != 0 || format.hasNegativeZero);
    return static_cast<uint8_t>(code | (isNegative ? 1U << (bitWidth(type) - 1) : 0));
}

uint8_t integerToNarrow(DataType type, int64_t value)
{
    if (isNarrowInteger(type)) {
        return static_cast<uint8_t>(static_cast<uint64_t>(value) & ((1U << bitWidth(type)) - 1));
    }
    return floatToNarrow(type, static_cast<float>(value));
}

} // namespace weightless
