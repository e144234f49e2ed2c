// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"
#include "engine/ops/packedblocks.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace weightless::ops::blockquantized {

// a [rows, columns] times the transpose of the weights, into output 0.
struct BlockProduct {
    TensorRef a;
    PackedBlocks blocks;
    std::optional<TensorRef> bias {}; // one for each row of the weights
    uint64_t rows = 0;
};
void lowerProduct(LoweringContext& context, const BlockProduct& product);

// What a product of these inputs yields. InvalidArgument where `a` is not of floats and rows of the weights'
// columns, or what is packed is not of bytes.
[[nodiscard]] TensorDescriptor productOf(
    const InferenceContext& context, const BlockLayout& layout, size_t a, size_t packed);
// The size attribute of that name; InvalidArgument, naming it, where it is none.
[[nodiscard]] int64_t requiredSize(const Attributes& attributes, std::string_view name);
// InvalidArgument where blocks are not of a power of two from 16 on.
void requireBlockSize(uint64_t blockSize);
void requireElements(const InferenceContext& context, size_t index, uint64_t count, const char* what);

void registerGather(Registry& registry);
void registerBnb4(Registry& registry);

} // namespace weightless::ops::blockquantized
