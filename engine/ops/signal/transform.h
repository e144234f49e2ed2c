// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

#include <cstdint>
#include <optional>

namespace weightless::ops::signal {

// Frames of `size` values every `hop` along one dimension of [outer, times, inner, parts].
struct Transform {
    int64_t outer = 1;
    int64_t times = 1;
    int64_t inner = 1;
    int64_t parts = 1; // 2: complex
    int64_t frames = 1;
    int64_t hop = 0;
    int64_t size = 0;
    int64_t bins = 0;
    int64_t terms = 0; // of each bin's sum: the frame's, or half of a spectrum whose other half mirrors it
    bool isInverse = false;
    bool isHalf = false; // half of a spectrum becomes a real signal
    std::optional<size_t> window; // an input
    Shape result;

    // What a frame reaches beyond the signal is zero.
    [[nodiscard]] int64_t available() const { return terms < times ? terms : times; }
};

// What is not of the signal's own type is of that of the arithmetic.
[[nodiscard]] inline DataType wideType(DataType type)
{
    return type == DataType::Float64 ? DataType::Float64 : DataType::Float32;
}

} // namespace weightless::ops::signal
