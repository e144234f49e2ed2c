// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/conversion/floatconversion.h"

#include "engine/base/float16.h"
#include "engine/model/finitefloat.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#if defined(__x86_64__) && defined(__GNUC__)
#define WEIGHTLESS_HAS_F16C 1
#include <immintrin.h>
#endif

namespace weightless {

namespace {

constexpr size_t blockElements = 1024; // stays in the first cache

#ifdef WEIGHTLESS_HAS_F16C

// Both finish what is left of eight elements in plain code.
__attribute__((target("avx,f16c"))) size_t narrowWithF16c(const float* from, uint16_t* to, size_t count)
{
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i),
            _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    }
    return i;
}

__attribute__((target("avx,f16c"))) size_t widenWithF16c(const uint16_t* from, float* to, size_t count)
{
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        _mm256_storeu_ps(
            to + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
    }
    return i;
}

bool hasF16c()
{
    static const bool has = __builtin_cpu_supports("f16c") && __builtin_cpu_supports("avx");
    return has;
}

#else

size_t narrowWithF16c(const float*, uint16_t*, size_t)
{
    return 0;
}

size_t widenWithF16c(const uint16_t*, float*, size_t)
{
    return 0;
}

bool hasF16c()
{
    return false;
}

#endif

void narrow(const float* from, uint16_t* to, size_t count)
{
    for (size_t i = hasF16c() ? narrowWithF16c(from, to, count) : 0; i < count; ++i) {
        to[i] = floatToFloat16(from[i]);
    }
}

void widen(const uint16_t* from, float* to, size_t count)
{
    for (size_t i = hasF16c() ? widenWithF16c(from, to, count) : 0; i < count; ++i) {
        to[i] = float16ToFloat(from[i]);
    }
}

// Blocks are copied in and out, because a tensor in a file begins at any byte.
void readBlock(const std::byte* source, DataType type, std::array<float, blockElements>& values, size_t count)
{
    if (type == DataType::Float32) {
        std::memcpy(values.data(), source, count * sizeof(float));
        return;
    }
    std::array<uint16_t, blockElements> bits; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    std::memcpy(bits.data(), source, count * sizeof(uint16_t));
    if (type == DataType::Float16) {
        widen(bits.data(), values.data(), count);
    } else {
        std::transform(
            bits.begin(), bits.begin() + static_cast<std::ptrdiff_t>(count), values.begin(), bfloat16ToFloat);
    }
}

// Nothing smaller than what is kept is changed, and so next to no weight: whole numbers tell it fastest.
bool reaches(std::span<const float> values, float kept)
{
    const auto least = std::bit_cast<int32_t>(kept);
    int32_t reached = 0;
    for (const float value : values) {
        reached += (std::bit_cast<int32_t>(value) & INT32_MAX) >= least ? 1 : 0;
    }
    return reached > 0;
}

// How many are limited. Masks, which hide as before, are not counted.
uint32_t keepFinite(std::span<float> values, DataType type)
{
    const FiniteRange range = finiteRange(type);
    if (!reaches(values, static_cast<float>(range.kept))) {
        return 0;
    }
    uint32_t changed = 0;
    for (float& value : values) {
        changed += isBeyondRange(value, range) ? 1 : 0;
        value = keptFinite(value, range, FiniteUse::Weight);
    }
    return changed;
}

// How many were beyond the type; the others of the values stay.
uint32_t writeBlock(
    std::array<float, blockElements>& values, std::byte* destination, DataType type, size_t count)
{
    if (type == DataType::Float32) {
        std::memcpy(destination, values.data(), count * sizeof(float));
        return 0;
    }
    const uint32_t clamped = keepFinite(std::span(values).first(count), type);
    std::array<uint16_t, blockElements> bits; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    if (type == DataType::Float16) {
        narrow(values.data(), bits.data(), count);
    } else {
        std::transform(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), bits.begin(),
            floatToBfloat16);
    }
    std::memcpy(destination, bits.data(), count * sizeof(uint16_t));
    return clamped;
}

} // namespace

bool canConvertFloats(DataType from, DataType to)
{
    constexpr std::array types {DataType::Float32, DataType::Float16, DataType::BFloat16};
    return std::ranges::find(types, from) != types.end() && std::ranges::find(types, to) != types.end();
}

uint64_t convertFloats(
    std::span<const std::byte> source, DataType from, std::span<std::byte> destination, DataType to)
{
    const size_t fromBytes = bitWidth(from) / 8;
    const size_t toBytes = bitWidth(to) / 8;
    std::array<float, blockElements> values; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    uint64_t clamped = 0;
    for (size_t left = source.size() / fromBytes; left > 0;) {
        const size_t count = std::min(left, blockElements);
        readBlock(source.data(), from, values, count);
        clamped += writeBlock(values, destination.data(), to, count);
        source = source.subspan(count * fromBytes);
        destination = destination.subspan(count * toBytes);
        left -= count;
    }
    return clamped;
}

} // namespace weightless
