// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/shape.h"

#include <cstddef>
#include <cstdint>
#include <vector>

// Images have their channels second in ai.onnx; here some have them last.
namespace weightless::ops::contrib {

// The permutation that makes the last dimension the second one.
inline std::vector<int64_t> toFirst(size_t rank)
{
    std::vector<int64_t> permutation {0, static_cast<int64_t>(rank) - 1};
    for (size_t i = 1; i + 1 < rank; ++i) {
        permutation.push_back(static_cast<int64_t>(i));
    }
    return permutation;
}

// Its inverse.
inline std::vector<int64_t> toLast(size_t rank)
{
    std::vector<int64_t> permutation {0};
    for (size_t i = 2; i < rank; ++i) {
        permutation.push_back(static_cast<int64_t>(i));
    }
    permutation.push_back(1);
    return permutation;
}

inline Shape permuted(const Shape& shape, const std::vector<int64_t>& permutation)
{
    Shape result;
    for (const int64_t axis : permutation) {
        result.push_back(shape[static_cast<size_t>(axis)]);
    }
    return result;
}

} // namespace weightless::ops::contrib
