// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weightless {

// Whole numbers from -3 to 4, the same for a seed: sums of products of them are exact in float32.
[[nodiscard]] inline std::vector<float> wholeNumbers(int64_t count, uint32_t seed)
{
    std::vector<float> numbers;
    numbers.reserve(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) {
        seed = seed * 1'664'525u + 1'013'904'223u; // Numerical Recipes' generator
        numbers.push_back(static_cast<float>(seed >> 16 & 7) - 3.0f);
    }
    return numbers;
}

} // namespace weightless
