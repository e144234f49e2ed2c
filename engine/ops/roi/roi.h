// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

#include <string>
#include <string_view>

namespace weightless::ops::roi {

// How a region becomes [rows, columns].
struct Cells {
    int64_t rows = 1;
    int64_t columns = 1;
};

// x of rank 4 and regions of `numbers` each; the result is [regions, channels, rows, columns].
void inferCells(InferenceContext& context, const Cells& cells, int64_t numbers);

// An attribute that has one of two values; InvalidArgument, naming them, when it has another.
[[nodiscard]] std::string choice(const Attributes& attributes, const char* name, std::string_view first,
    std::string_view second, std::string_view fallback);

void registerCropAndResize(Registry& registry);

} // namespace weightless::ops::roi
