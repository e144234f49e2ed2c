// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/movement/movement.h"
#include "engine/ops/stridedcopy.h"

#include <array>

namespace weightless::ops::movement {

namespace {

int64_t blockSizeOf(InferenceContext& context)
{
    context.requireRank(0, 4);
    const int64_t block = context.attributes().intOr("blocksize", 0);
    constexpr int64_t largest = 1 << 20; // its square still fits
    if (block < 1 || block > largest) {
        context.fail("attribute 'blocksize' is " + std::to_string(block) + ", expected 1 or more");
    }
    return block;
}

void checkMode(const InferenceContext& context)
{
    const std::string mode = context.attributes().stringOr("mode", "DCR");
    if (mode != "DCR" && mode != "CRD") {
        context.fail("attribute 'mode' is '" + mode + "', expected DCR or CRD");
    }
}

bool isColumnRowDepth(const NodeView& node)
{
    return node.attributes->stringOr("mode", "DCR") == "CRD";
}

void inferDepthToSpace(InferenceContext& context)
{
    const int64_t block = blockSizeOf(context);
    const Shape& shape = context.shape(0);
    checkMode(context);
    if (shape[1] % (block * block) != 0) {
        context.fail("input 0 is " + toString(context.input(0)) + ", its channels are no multiple of "
            + std::to_string(block * block));
    }
    context.setOutput(
        0, context.type(0), {shape[0], shape[1] / (block * block), shape[2] * block, shape[3] * block});
}

void inferSpaceToDepth(InferenceContext& context)
{
    const int64_t block = blockSizeOf(context);
    const Shape& shape = context.shape(0);
    checkMode(context);
    if (shape[2] % block != 0 || shape[3] % block != 0) {
        context.fail("input 0 is " + toString(context.input(0)) + ", its height or width is no multiple of "
            + std::to_string(block));
    }
    context.setOutput(
        0, context.type(0), {shape[0], shape[1] * block * block, shape[2] / block, shape[3] / block});
}

// Reshape to six dimensions, then a transposition.
std::vector<ElementCopy> transposedCopy(const Shape& reshaped, const std::array<size_t, 6>& permutation)
{
    const std::vector<int64_t> strides = contiguousStrides(reshaped);
    Shape shape;
    std::vector<int64_t> sourceStrides;
    for (const size_t axis : permutation) {
        shape.push_back(reshaped[axis]);
        sourceStrides.push_back(strides[axis]);
    }
    return {packedCopy(shape, std::move(sourceStrides))};
}

std::vector<ElementCopy> depthToSpaceCopies(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const int64_t block = node.attributes->intOr("blocksize", 0);
    const int64_t depth = shape[1] / (block * block);
    if (isColumnRowDepth(node)) {
        return transposedCopy({shape[0], depth, block, block, shape[2], shape[3]}, {0, 1, 4, 2, 5, 3});
    }
    return transposedCopy({shape[0], block, block, depth, shape[2], shape[3]}, {0, 3, 4, 1, 5, 2});
}

std::vector<ElementCopy> spaceToDepthCopies(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const int64_t block = node.attributes->intOr("blocksize", 0);
    const Shape blocks {shape[0], shape[1], shape[2] / block, block, shape[3] / block, block};
    return isColumnRowDepth(node) ? transposedCopy(blocks, {0, 1, 3, 5, 2, 4})
                                  : transposedCopy(blocks, {0, 3, 5, 1, 2, 4});
}

} // namespace

void registerBlocks(Registry& registry)
{
    registry.add({.name = "DepthToSpace",
        .infer = inferDepthToSpace,
        .lower = lowerCopies<depthToSpaceCopies>,
        .fold = foldCopies<depthToSpaceCopies>});
    registry.add({.name = "SpaceToDepth",
        .infer = inferSpaceToDepth,
        .lower = lowerCopies<spaceToDepthCopies>,
        .fold = foldCopies<spaceToDepthCopies>});
}

} // namespace weightless::ops::movement
