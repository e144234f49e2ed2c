// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace weightless::diffusion {

// Noise of a picture: normally distributed numbers that depend on the picture's seed, the stream (0: what
// sampling begins with, i + 1: what is added after call i of the model) and the place alone. Numbers 2 i and
// 2 i + 1 are Box and Muller's pair of
//   u = (h(4 k) + 1) / 2^53, v = h(4 k + 2) / 2^53, with k = i and h the upper 53 bits of splitmix64's mix
//   (S. Vigna's constants) of key + number * 0x9e3779b97f4a7c15, key = mix(mix(seed) + stream),
// in double precision, rounded to float: the same on every machine but for the last bit of its logarithm.
void fillNormal(uint64_t seed, uint64_t stream, std::span<float> numbers);

} // namespace weightless::diffusion
