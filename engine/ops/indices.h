// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/inferencecontext.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace weightless::ops {

// What Gather, Scatter and their relatives check about an input of indices: int32 or int64 and, where the
// values are known, each within [-size, size) of the dimension it addresses. dimensions[i % count] is the
// size that element i addresses.
void requireIndices(const InferenceContext& context, size_t input, std::span<const int64_t> dimensions);

// Dimensions that the tuples of GatherND and ScatterND can address, and these as their kernels take them.
inline constexpr size_t mostTupleElements = 20;
[[nodiscard]] std::array<uint32_t, mostTupleElements> tupleParameters(std::span<const int64_t> dimensions);

// A checked index counted from the front.
[[nodiscard]] constexpr int64_t wrappedIndex(int64_t index, int64_t size)
{
    return index < 0 ? index + size : index;
}

} // namespace weightless::ops
