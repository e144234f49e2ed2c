// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/signal/radices.h"

#include <algorithm>
#include <limits>

namespace weightless::ops::signal {

std::vector<uint32_t> radicesOf(int64_t size)
{
    std::vector<uint32_t> radices;
    for (const int64_t prime : {13, 11, 7, 5, 3}) {
        for (; size > 1 && size % prime == 0; size /= prime) {
            radices.push_back(static_cast<uint32_t>(prime));
        }
    }
    // Eights, but two fours rather than an eight and a two.
    for (; size > 1 && size % 2 == 0;) {
        const int64_t radix = size % 8 == 0 && size != 16 ? 8 : size % 4 == 0 ? 4 : 2;
        radices.push_back(static_cast<uint32_t>(radix));
        size /= radix;
    }
    return size == 1 ? radices : std::vector<uint32_t>();
}

int64_t smoothSizeFrom(int64_t size)
{
    int64_t least = std::numeric_limits<int64_t>::max();
    for (int64_t fives = 1; fives < 5 * size; fives *= 5) {
        for (int64_t odd = fives; odd < 3 * size; odd *= 3) {
            int64_t candidate = odd;
            while (candidate < size) {
                candidate *= 2;
            }
            least = std::min(least, candidate);
        }
    }
    return least;
}

} // namespace weightless::ops::signal
