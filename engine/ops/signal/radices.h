// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace weightless::ops::signal {

// What a fast transform of that size is divided into, pass by pass: 2, 4, 8 and the primes from 3 to 13,
// whose product is the size. Empty where another prime divides it, and for 1.
[[nodiscard]] std::vector<uint32_t> radicesOf(int64_t size);

// The least size from `size` on that has no primes but 2, 3 and 5.
[[nodiscard]] int64_t smoothSizeFrom(int64_t size);

} // namespace weightless::ops::signal
