// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/randomnormal.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace weightless::diffusion {

namespace {

constexpr uint64_t goldenGamma = 0x9e3779b97f4a7c15U;

uint64_t mixed(uint64_t bits)
{
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31U);
}

// The upper 53 bits, which a double holds exactly.
double upperBits(uint64_t key, uint64_t number)
{
    return static_cast<double>(mixed(key + number * goldenGamma) >> 11U);
}

} // namespace

void fillNormal(uint64_t seed, uint64_t stream, std::span<float> numbers)
{
    const uint64_t key = mixed(mixed(seed) + stream);
    for (size_t i = 0; i < numbers.size(); i += 2) {
        const double u = (upperBits(key, 2 * i) + 1) * 0x1p-53;
        const double v = upperBits(key, 2 * i + 2) * 0x1p-53;
        const double radius = std::sqrt(-2 * std::log(u));
        const double angle = 2 * std::numbers::pi * v;
        numbers[i] = static_cast<float>(radius * std::cos(angle));
        if (i + 1 < numbers.size()) {
            numbers[i + 1] = static_cast<float>(radius * std::sin(angle));
        }
    }
}

} // namespace weightless::diffusion
