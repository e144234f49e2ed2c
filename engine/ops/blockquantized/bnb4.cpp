// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/blockquantized/blocks.h"
#include "engine/ops/nodeview.h"

#include <utility>

// com.microsoft.MatMulBnb4: a [batch …, rows, K] times the transpose of N x K weights of bitsandbytes, codes
// of 4 bits for fractions of the largest number of their block. PackedBlocks go on from one row to the next.
namespace weightless::ops::blockquantized {

namespace {

enum Input : size_t { A, Codes, Largest };

BlockLayout layoutOf(const Attributes& attributes)
{
    const int64_t kind = attributes.intOr("quant_type", -1);
    if (kind != 0 && kind != 1) {
        failNode("quant_type is " + std::to_string(kind) + ", expected 0 (FP4) or 1 (NF4)");
    }
    BlockLayout layout;
    layout.rows = static_cast<uint64_t>(requiredSize(attributes, "N"));
    layout.columns = static_cast<uint64_t>(requiredSize(attributes, "K"));
    layout.blockSize = static_cast<uint64_t>(requiredSize(attributes, "block_size"));
    requireBlockSize(layout.blockSize);
    layout.bits = 4;
    layout.coding = kind == 0 ? Coding::Fp4 : Coding::Nf4;
    layout.middleZero = 0;
    layout.hasWholeRows = layout.columns % layout.blockSize == 0;
    layout.rowBytes = (layout.columns + 1) / 2;
    return layout;
}

void infer(InferenceContext& context)
{
    const BlockLayout layout = layoutOf(context.attributes());
    if (context.attributes().intOr("transB", 1) == 0) {
        context.unsupported("transB = 0, a product of training's backward pass");
    }
    TensorDescriptor result = productOf(context, layout, A, Codes);
    const uint64_t elements = layout.rows * layout.columns;
    requireElements(context, Codes, (elements + 1) / 2, "packed weights");
    context.requireSameType(A, Largest);
    requireElements(
        context, Largest, (elements + layout.blockSize - 1) / layout.blockSize, "largest numbers (absmax)");
    context.setOutput(0, result.type, std::move(result.shape));
}

void lower(LoweringContext& context)
{
    const auto elements = static_cast<uint64_t>(context.output(0).elements());
    if (elements == 0) {
        return;
    }
    const BlockLayout layout = layoutOf(context.attributes());
    lowerProduct(context,
        {.a = context.input(A),
            .blocks = {.layout = layout, .packed = context.input(Codes), .scales = context.input(Largest)},
            .rows = elements / layout.rows});
}

} // namespace

void registerBnb4(Registry& registry)
{
    registry.add({.name = "MatMulBnb4",
        .minInputs = 3,
        .maxInputs = 3,
        .infer = infer,
        .lower = lower,
        .domain = "com.microsoft"});
}

} // namespace weightless::ops::blockquantized
