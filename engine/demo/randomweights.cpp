// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/randomweights.h"

#include "engine/base/float16.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace weightless {

namespace {

// Numbers are drawn by looking 12 random bits up among the distribution's quantiles: exact in mean and
// deviation, cut off at 3.7 deviations, and as fast as the disk.
constexpr size_t tableBits = 12;
constexpr size_t tableSize = size_t {1} << tableBits;
constexpr unsigned numbersPerHash = 4; // of 16 bits each

constexpr uint64_t goldenRatio = 0x9e3779b97f4a7c15u; // 2^64 / φ, SplitMix64's step

// SplitMix64's output function (Steele, Lea, Flood 2014).
uint64_t mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

// Inverse of the normal distribution function by bisection on erfc; 4,096 of them once.
double normalQuantile(double probability)
{
    double low = -8;
    double high = 8;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (std::erfc(-middle / std::sqrt(2.0)) / 2 < probability ? low : high) = middle;
    }
    return low;
}

std::array<double, tableSize> makeQuantiles()
{
    std::array<double, tableSize> quantiles {};
    double squares = 0;
    for (size_t i = 0; i < tableSize; ++i) {
        quantiles[i] = normalQuantile((static_cast<double>(i) + 0.5) / tableSize);
        squares += quantiles[i] * quantiles[i];
    }
    const double deviation = std::sqrt(squares / tableSize);
    for (double& quantile : quantiles) {
        quantile /= deviation;
    }
    return quantiles;
}

template <typename T>
T rounded(double value)
{
    if constexpr (sizeof(T) == 2) {
        return floatToFloat16(static_cast<float>(value));
    } else {
        return static_cast<float>(value);
    }
}

// T: uint16_t (the bits of a float16) or float.
template <typename T>
class RandomStream {
public:
    RandomStream(const WeightInit& init, uint64_t key)
        : m_key(key)
    {
        static const std::array<double, tableSize> quantiles = makeQuantiles();
        std::ranges::transform(quantiles, m_table.begin(),
            [&](double quantile) { return rounded<T>(init.mean + init.deviation * quantile); });
    }

    // Spans begin at multiples of a page and so of numbersPerHash.
    void operator()(std::span<std::byte> next)
    {
        const size_t count = next.size() / sizeof(T);
        for (size_t i = 0; i < count; i += numbersPerHash) {
            const uint64_t random = mix(m_key + ++m_counter * goldenRatio);
            std::array<T, numbersPerHash> numbers;
            for (unsigned j = 0; j < numbersPerHash; ++j) {
                numbers[j] = m_table[(random >> (16 * j)) & (tableSize - 1)];
            }
            const size_t taken = std::min<size_t>(numbersPerHash, count - i);
            std::memcpy(next.data() + i * sizeof(T), numbers.data(), taken * sizeof(T));
        }
    }

private:
    std::array<T, tableSize> m_table;
    uint64_t m_key;
    uint64_t m_counter = 0;
};

// Packed numbers of 4 bits: every byte is as likely.
class RandomBytes {
public:
    explicit RandomBytes(uint64_t key)
        : m_key(key)
    {
    }

    void operator()(std::span<std::byte> next)
    {
        for (size_t i = 0; i < next.size(); i += sizeof(uint64_t)) {
            const uint64_t random = mix(m_key + ++m_counter * goldenRatio);
            std::memcpy(next.data() + i, &random, std::min(sizeof(random), next.size() - i));
        }
    }

private:
    uint64_t m_key;
    uint64_t m_counter = 0;
};

} // namespace

onnx_io::ByteFiller randomWeights(const ConstantInfo& constant, const WeightInit& init, uint64_t seed)
{
    const uint64_t key = mix(mix(seed) + init.stream * goldenRatio);
    if (constant.descriptor.type == DataType::UInt8) {
        return RandomBytes(key);
    }
    if (constant.descriptor.type == DataType::Float16) {
        return RandomStream<uint16_t>(init, key);
    }
    return RandomStream<float>(init, key);
}

} // namespace weightless
