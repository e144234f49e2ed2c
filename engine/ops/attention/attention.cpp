// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/chunks.h"
#include "engine/ops/attention/fewrows.h"
#include "engine/ops/attention/flash.h"
#include "engine/ops/attention/tiled.h"
#include "engine/ops/hiddenrows.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>
#include <limits>

// weightless.Attention(q, k, v, [mask], [lengths]): softmax(q k^T * scale + mask) v (problem.h has the
// shapes; kTransposed = 1 says that k is, `headsInside` which tensors have rows outside their heads, mask is
// broadcastable to [batch …, m, n]; with one row of q per head, several heads may share one of k and v). With
// `hasZeroRows` rows of which the mask hides every key, with minus infinity, are zeros. With `causalSteps`
// row r sees the keys up to its own place, which is r % causalSteps behind `causalBefore` or, where there are
// lengths (int32, less one, each of the same number of matrices), behind their sequence without its last
// causalSteps. With `softcap` scores are softcap * tanh(q k^T * scale / softcap) before a mask is added.
// There are kernels without scores in memory for software devices where heads are small (flash.h) and for
// graphics cards (fewrows.h, tiled.h); all else goes in chunks of the scores that stay small, whatever the
// sequence length.
namespace weightless::ops::attention {

namespace {

// With rows inside the heads.
Shape withInnerRows(Shape shape)
{
    std::swap(shape[shape.size() - 3], shape[shape.size() - 2]);
    return shape;
}

void setHeads(const NodeView& node, AttentionSizes& s)
{
    const int64_t inside = node.attributes->intOr("headsInside", 0);
    const bool isKnown = inside >= 0 && inside <= int64_t {allHeads};
    if (!isKnown || (s.isTransposed && (inside & headsOfK) != 0)) {
        failNode("headsInside is " + std::to_string(inside)
            + ", expected the sum of 1, 2, 4 and 8 for q, a k that is not transposed, v and the result");
    }
    s.headsInside = static_cast<uint32_t>(inside);
}

AttentionSizes sizesOf(const NodeView& node)
{
    AttentionSizes s;
    s.isTransposed = node.attributes->intOr("kTransposed", 0) != 0;
    setHeads(node, s);
    const size_t rank = node.shape(0).size();
    const auto shapeOf = [&](size_t input, uint32_t tensor) {
        const Shape& shape = node.shape(input);
        return (s.headsInside & tensor) != 0 && shape.size() > 2 ? withInnerRows(shape) : shape;
    };
    const Shape q = shapeOf(0, headsOfQ);
    const Shape k = shapeOf(1, headsOfK);
    const Shape v = shapeOf(2, headsOfV);
    const auto failShapes = [&] {
        failNode("q " + toString(node.input(0)) + ", k " + toString(node.input(1)) + " and v "
            + toString(node.input(2)) + " do not go together");
    };
    if (rank < (s.headsInside == 0 ? 2u : 3u) || k.size() != rank || v.size() != rank) {
        failShapes();
    }
    s.batch.assign(q.begin(), q.end() - 2);
    s.m = q[rank - 2];
    for (size_t i = 0; i + 2 < rank; ++i) {
        s.matrices *= q[i];
        const bool areHeads = i + 3 == rank && s.m == 1 && k[i] > 0 && q[i] % k[i] == 0;
        if ((k[i] != q[i] && !areHeads) || v[i] != k[i]) {
            failShapes();
        }
        s.queriesPerKey = areHeads ? q[i] / k[i] : 1;
    }
    s.depth = q[rank - 1];
    s.n = k[s.isTransposed ? rank - 1 : rank - 2];
    s.width = v[rank - 1];
    if (k[s.isTransposed ? rank - 2 : rank - 1] != s.depth || v[rank - 2] != s.n) {
        failShapes();
    }
    s.heads = rank > 2 ? q[rank - 3] : 1;
    return s;
}

void checkVisible(const InferenceContext& context, const AttentionSizes& s)
{
    const Attributes& attributes = context.attributes();
    const int64_t steps = attributes.intOr("causalSteps", 0);
    const int64_t before = attributes.intOr("causalBefore", 0);
    constexpr int64_t most = std::numeric_limits<int32_t>::max();
    if (steps < 0 || before < 0 || steps > most || before > most
        || !(attributes.floatOr("softcap", 0) >= 0)) {
        context.fail("causalSteps, causalBefore and softcap are " + std::to_string(steps) + ", "
            + std::to_string(before) + " and " + std::to_string(attributes.floatOr("softcap", 0))
            + ", expected no negative numbers");
    }
    if (!context.hasInput(4)) {
        return;
    }
    const int64_t lengths = elementCount(context.shape(4)).value_or(0);
    if (steps == 0 || context.type(4) != DataType::Int32 || lengths == 0 || s.matrices % lengths != 0) {
        context.fail("the lengths are " + toString(context.input(4))
            + ", expected int32 for causal attention, each of a part of " + std::to_string(s.matrices)
            + " matrices");
    }
}

void infer(InferenceContext& context)
{
    const AttentionSizes s = sizesOf(NodeView(context));
    checkVisible(context, s);
    context.requireSameType(0, 1);
    context.requireSameType(0, 2);
    Shape scores = s.batch;
    scores.insert(scores.end(), {s.m, s.n});
    if (context.hasInput(3)) {
        context.requireSameType(0, 3);
        if (broadcast(context.shape(3), scores) != scores) {
            context.fail("the mask is " + toString(context.input(3)) + ", which does not broadcast to "
                + toString(scores));
        }
    }
    if (!isFloat(context.type(0))) {
        context.fail("q is " + toString(context.input(0)) + ", expected a float tensor");
    }
    Shape result = s.batch;
    result.insert(result.end(), {s.m, s.width});
    context.setOutput(0, context.type(0), (s.headsInside & headsOfY) != 0 ? withInnerRows(result) : result);
}

// The mask's steps along two batch dimensions; nullopt for masks that differ along more.
std::optional<MaskStrides> maskStrides(const AttentionSizes& s, const Shape& mask)
{
    Shape full(s.batch.size() + 2 - mask.size(), 1);
    full.insert(full.end(), mask.begin(), mask.end());
    MaskStrides strides;
    const size_t batch = s.batch.size();
    strides.column = full[batch + 1] == 1 ? 0 : 1;
    strides.row = full[batch] == 1 ? 0 : static_cast<uint32_t>(full[batch + 1]);
    const int64_t matrix = full[batch] * full[batch + 1];
    int64_t inner = 1; // batch entries of the mask's own innermost dimensions
    size_t i = batch;
    while (i > 0 && full[i - 1] == s.batch[i - 1]) {
        inner *= full[--i];
    }
    if (inner == s.matrices) { // none is broadcast
        strides.innerBatch = static_cast<uint32_t>(s.matrices);
        strides.inner = static_cast<uint32_t>(matrix);
        return strides;
    }
    if (inner == 1) {
        int64_t broadcasted = 1;
        while (i > 0 && full[i - 1] == 1) {
            broadcasted *= s.batch[--i];
        }
        strides.innerBatch = static_cast<uint32_t>(broadcasted);
        strides.outer = static_cast<uint32_t>(matrix);
    } else {
        strides.innerBatch = static_cast<uint32_t>(inner);
        strides.inner = static_cast<uint32_t>(matrix);
        strides.outer = 0;
        while (i > 0 && full[i - 1] == 1) {
            --i;
        }
        return i == 0 ? std::optional(strides) : std::nullopt;
    }
    // What is left outside must be the mask's own or all broadcast.
    const bool isOwn = std::equal(full.begin(), full.begin() + static_cast<int64_t>(i), s.batch.begin());
    if (i > 0 && !isOwn) {
        return std::nullopt;
    }
    strides.outer = i == 0 ? 0 : strides.outer;
    return strides;
}

// Of heads that are rows of one matrix.
TensorRef maskOfSharedHeads(LoweringContext& context, const AttentionSizes& s)
{
    TensorRef mask = context.input(3);
    Shape shape = mask.shape();
    const size_t rank = shape.size();
    if (rank < 3 || shape[rank - 3] == 1) {
        return mask;
    }
    shape[rank - 3] = s.heads;
    shape[rank - 2] = s.m;
    return context.view(mask, {mask.type(), shape});
}

// The mask as it is, or written out where its broadcasting is more than the kernel walks.
void setMask(LoweringContext& context, const AttentionSizes& s, Operands& o)
{
    if (!context.hasInput(3)) {
        return;
    }
    o.mask = s.queriesPerKey > 1 ? maskOfSharedHeads(context, s) : context.input(3);
    if (const auto strides = maskStrides(s, o.mask->shape())) {
        o.maskStrides = *strides;
        return;
    }
    const Shape& mask = o.mask->shape();
    Shape written = s.batch;
    written.insert(written.end(), mask.end() - 2, mask.end()); // a mask without batch dimensions has strides
    const TensorRef whole = context.temporary({o.mask->type(), written});
    dispatchCopy(context, *o.mask, whole, packedCopy(written, broadcastStrides(mask, written)));
    o.mask = whole;
    o.maskStrides = maskStrides(s, written).value();
}

void setVisible(const LoweringContext& context, const AttentionSizes& s, Operands& o)
{
    const Attributes& attributes = context.attributes();
    const int64_t steps = attributes.intOr("causalSteps", 0);
    o.visible.softcap = attributes.floatOr("softcap", 0);
    o.scale = attributes.floatOr("scale", 1.0f) / (o.isCapped() != 0 ? o.visible.softcap : 1.0f);
    o.isCausal = steps > 0;
    o.visible.causalSteps = static_cast<uint32_t>(std::max<int64_t>(steps, 1));
    o.visible.causalBefore = static_cast<uint32_t>(attributes.intOr("causalBefore", 0));
    if (context.hasInput(4)) {
        o.lengths = context.input(4);
        o.visible.causalMatrices = static_cast<uint32_t>(s.matrices / o.lengths->elements());
    }
}

// Heads that share keys become rows of one matrix, so that no key is read twice. A head has one row, which
// is in the same place inside of it and outside.
void foldSharedHeads(AttentionSizes& s)
{
    s.m *= s.queriesPerKey;
    s.matrices /= s.queriesPerKey;
    s.heads /= s.queriesPerKey;
    s.batch.back() = s.heads;
    s.headsInside &= headsOfK | headsOfV;
}

void lower(LoweringContext& context)
{
    AttentionSizes s = sizesOf(NodeView(context));
    if (s.matrices * s.m * s.width == 0) {
        return;
    }
    if (s.n == 0) {
        context.unsupported("attention to a sequence of no elements");
    }
    const bool areHeadsInside = (s.headsInside & headsOfY) != 0;
    if (s.queriesPerKey > 1) {
        foldSharedHeads(s);
    }
    s.headsInside = s.heads == 1 ? 0 : s.headsInside; // the same places
    const bool hasZeroRows = context.hasInput(3) && context.attributes().intOr("hasZeroRows", 0) != 0;
    const TensorRef y = context.output(0);
    Operands o {.q = context.input(0),
        .k = context.input(1),
        .v = context.input(2),
        .y = hasZeroRows ? context.temporary(y.descriptor) : y};
    setMask(context, s, o);
    setVisible(context, s, o);
    if (isFlash(context, s)) {
        dispatchFlash(context, s, o);
    } else if (isFewRows(context, s)) {
        dispatchFewRows(context, s, o);
    } else if (isTiled(context, s)) {
        dispatchTiled(context, s, o);
    } else {
        dispatchChunks(context, s, o);
    }
    if (hasZeroRows) {
        dispatchZeroHiddenRows(context, o.y, context.input(3), areHeadsInside, y);
    }
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "Attention",
        .minInputs = 3,
        .maxInputs = 5,
        .infer = infer,
        .lower = lower,
        .domain = "weightless"});
}

} // namespace weightless::ops::attention
