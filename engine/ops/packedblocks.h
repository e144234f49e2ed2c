// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace weightless::ops {

// What bits stand for: FP4 and NF4 are bitsandbytes' floats, the first of two in the high bits of a byte.
enum class Coding : uint32_t { Integers, Fp4, Nf4 };

// Rows of weights of 2, 4 or 8 bits, lowest bits first, in blocks along the row that share a scale and a zero
// point. A row of packed zero points begins at a byte.
struct BlockLayout {
    uint64_t rows = 0;
    uint64_t columns = 0; // that count: the last block may reach further
    uint32_t bits = 4;
    uint64_t blockSize = 32;
    uint64_t rowBytes = 0;
    Coding coding = Coding::Integers;
    bool hasWholeRows = true; // else blocks, and bytes, go on from one row to the next
    uint32_t middleZero = 8; // where there are no zero points

    [[nodiscard]] uint64_t blocks() const { return (columns + blockSize - 1) / blockSize; }
    [[nodiscard]] uint64_t zeroBytes() const { return (blocks() * bits + 7) / 8; }
    [[nodiscard]] uint64_t rowWords() const { return (columns * bits + 31) / 32; }
};

struct PackedBlocks {
    BlockLayout layout;
    TensorRef packed; // bytes
    TensorRef scales;
    std::optional<TensorRef> zeros = {}; // packed as the weights, or of the scales' type
    // Which block's scale and zero point each column has, int32; where there is none, neighbours share
    // theirs.
    std::optional<TensorRef> groups = {};
};

// The specialisation constants of shaders/packedblocks.glsl.
[[nodiscard]] std::vector<uint32_t> blockConstants(const PackedBlocks& blocks);

// Unsupported where 32 bits do not reach the last byte.
void requireReachable(LoweringContext& context, const BlockLayout& layout);

} // namespace weightless::ops
