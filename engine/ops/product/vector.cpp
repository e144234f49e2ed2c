// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/vector.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/gemmvector.h"
#include "engine/ops/product/forced.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace weightless::ops::product {

namespace {

constexpr uint32_t mostTileRows = 8; // sums of more leave a card few registers
constexpr uint32_t mostTileColumns = 4; // where B is transposed
constexpr uint32_t fewestInvocations = 128; // which every device has
constexpr uint32_t mostInvocations = 256;
constexpr uint32_t fewestDepthLanes =
    8; // neighbours, which read a cache line; deep.h counts on as many steps
constexpr uint32_t mostDepthLanes = 64;
constexpr uint32_t lanesAcross = 8; // the same where neighbours lie along the columns
// Both only where processors have no work group otherwise: it costs less than another launch, which adds up
// parts (split.h).
constexpr uint32_t mostDepthLanesOfFew = 128;
constexpr uint32_t fewestLanesAcross = 2; // 32 bytes, the least that memory yields
constexpr uint64_t invocationsPerProcessor = 1024;
constexpr uint64_t groupsPerProcessor = 2;

// Of the whole, where the product is a part of something larger.
uint64_t rowsOf(const Product& p)
{
    return std::max(p.rows, p.wholeRows);
}

uint32_t packSizeOf(const Product& p)
{
    return 128 / static_cast<uint32_t>(bitWidth(p.b.type()));
}

VectorSizes sizesOf(const Product& p)
{
    const uint64_t whole = p.wholeSize == 0 ? 0 : p.wholeSize / std::max<uint64_t>(p.depth * rowsOf(p), 1);
    return {.rows = rowsOf(p),
        .columns = p.columns,
        .allColumns = std::max(whole, p.columns * p.batchOuter * p.batchInner),
        .depth = p.depth,
        .packSize = packSizeOf(p),
        .transposedB = p.transposedB};
}

class Shaping {
public:
    Shaping(const vulkan::DeviceTraits& device, const VectorSizes& sizes)
        : m_device(device)
        , m_sizes(sizes)
    {
        m_processors = processorsOf(device);
        shape.tileRows = static_cast<uint32_t>(std::clamp<uint64_t>(sizes.rows, 1, mostTileRows));
    }

    // Neighbours along the depth.
    void shapeTransposed()
    {
        shape.tileColumns = static_cast<uint32_t>(
            std::min<uint64_t>(std::bit_ceil(std::max<uint64_t>(m_sizes.columns, 1)), mostTileColumns));
        constexpr uint32_t manyDepthLanes = 32;
        while (shape.depthLanes < manyDepthLanes && canShareDepth()) {
            shape.depthLanes *= 2;
        }
        while (isIdle() && shape.depthLanes < mostDepthLanes && canShareDepth()) {
            shape.depthLanes *= 2;
        }
        while (shape.tileColumns > 1 && groups() < groupsPerProcessor * m_processors) {
            shape.tileColumns /= 2;
        }
        while (leavesProcessors() && shape.depthLanes < mostDepthLanesOfFew && canShareDepth()) {
            shape.depthLanes *= 2;
        }
    }

    // Neighbours along the columns.
    void shapePlain()
    {
        shape.tileColumns = m_sizes.packSize;
        const uint64_t packs = ceilDivide(m_sizes.columns, m_sizes.packSize) + 1; // one more for the phase
        const uint64_t across = std::min<uint64_t>(std::bit_ceil(packs), lanesAcross);
        const uint64_t deepest = std::min<uint64_t>(fewestInvocations / across, mostDepthLanes);
        while (shape.depthLanes < deepest && canShareDepth()) {
            shape.depthLanes *= 2;
        }
        const uint32_t most = std::min(mostInvocations, m_device.maxWorkGroupInvocations);
        while (isIdle() && shape.invocations * 2 <= most && shape.depthLanes < mostDepthLanes
            && canShareDepth()) {
            shape.depthLanes *= 2;
            shape.invocations *= 2;
        }
        while (leavesProcessors() && shape.depthLanes < mostDepthLanesOfFew
            && shape.invocations >= 2 * fewestLanesAcross * shape.depthLanes && canShareDepth()) {
            shape.depthLanes *= 2;
        }
    }

    VectorShape shape;

private:
    // Twice the lanes would still have two packs each.
    [[nodiscard]] bool canShareDepth() const
    {
        return m_sizes.depth >= uint64_t {shape.depthLanes} * 4 * m_sizes.packSize;
    }

    [[nodiscard]] uint64_t groups() const
    {
        return ceilDivide(m_sizes.allColumns, uint64_t {shape.columns()})
            * ceilDivide(m_sizes.rows, uint64_t {shape.tileRows});
    }

    [[nodiscard]] bool leavesProcessors() const { return groups() < m_processors; }

    [[nodiscard]] bool isIdle() const
    {
        return groups() * shape.invocations < m_processors * invocationsPerProcessor;
    }

    const vulkan::DeviceTraits& m_device;
    const VectorSizes& m_sizes;
    uint64_t m_processors;
};

} // namespace

VectorShape vectorShapeFor(const vulkan::DeviceTraits& device, const VectorSizes& sizes)
{
    Shaping shaping(device, sizes);
    if (sizes.transposedB) {
        shaping.shapeTransposed();
    } else {
        shaping.shapePlain();
    }
    return shaping.shape;
}

// Either all of it step by step, or packs and less than a pack at each end.
LoopRounds vectorRounds(const VectorShape& shape, uint64_t steps, uint32_t packSize)
{
    const auto rounds = [&](uint64_t each) {
        return roundsOf(ceilDivide(each, uint64_t {shape.depthLanes}));
    };
    const uint64_t packed = rounds(steps / packSize) + rounds(std::min(steps, 2 * (uint64_t {packSize} - 1)));
    return longLoopRounds(std::max(rounds(0) + rounds(steps), packed));
}

bool canBeVector(const LoweringContext& context, const Product& p)
{
    const bool isPlain = !p.image && (p.transposedB || uint64_t {p.tapRows} * p.tapColumns == 1);
    if (!isPlain || p.matrixOfB || !kernels::gemmvector().hasTypes({p.a.type()})) {
        return false;
    }
    const VectorShape shape = vectorShapeFor(context.device(), sizesOf(p));
    return ceilDivide(p.columns + packSizeOf(p), uint64_t {shape.columns()})
        <= context.device().maxWorkGroupCount[0];
}

bool suitsVector(const LoweringContext& context, const Product& p)
{
    const DevicePolicy policy = devicePolicy(context.device());
    // Parts of something larger, whose rows are unknown, may have other rows elsewhere, and other columns at
    // their edges: their bits would depend on where they are cut.
    const bool isKnown = p.wholeSize == 0 || p.wholeRows != 0;
    const uint64_t size = std::max(p.wholeSize, p.rows * p.columns * p.depth * p.batchOuter * p.batchInner);
    return isKnown && rowsOf(p) <= policy.mostVectorRows && size >= policy.fewestForVectorProduct
        && canBeVector(context, p);
}

std::optional<Product> asRow(const LoweringContext& context, const Product& p)
{
    const bool isColumn = p.columns == 1 && p.rows > 1 && p.strideC == 1 && p.wholeSize == 0 && !p.image
        && (p.transposedB || p.channelStride == 1);
    const bool hasBiasOfRows = p.biasKind == BiasKind::PerRow || p.biasKind == BiasKind::PerRowScaled;
    const bool canTurnBias =
        !p.bias || (hasBiasOfRows && p.batchInner == 1 && p.epilogue.activation != Activation::Sloped);
    if (!isColumn || !canTurnBias) {
        return std::nullopt;
    }
    Product row = p;
    std::swap(row.a, row.b);
    std::swap(row.batchA, row.batchB);
    std::swap(row.rows, row.columns);
    row.strideA = p.depth;
    row.transposedB = true;
    row.alignedB = false;
    row.channelStride = p.strideA;
    row.tapRows = row.tapColumns = 1;
    row.paddedWidth = row.width = row.strideC = p.rows;
    if (p.bias) {
        row.biasKind = p.biasKind == BiasKind::PerRow ? BiasKind::PerColumn : BiasKind::PerColumnScaled;
        row.biasStride = 1;
    }
    const std::string forced = forcedKernel(context);
    const bool isWanted =
        forced.empty() ? suitsVector(context, row) : forced == nameOf(ProductKernel::Vector);
    return isWanted && canBeVector(context, row) ? std::optional(row) : std::nullopt;
}

void shapeVector(const LoweringContext& context, const Product& p, ProductParameters& q, DispatchStep& step)
{
    // A distance to nowhere keeps no access from being wide.
    q.strideA = rowsOf(p) == 1 ? 0 : q.strideA;
    q.b[0] = p.transposedB && p.columns == 1 ? 0 : q.b[0];
    const VectorShape shape = vectorShapeFor(context.device(), sizesOf(p));
    const auto tileRows = static_cast<uint32_t>(std::min<uint64_t>(p.rows, shape.tileRows));
    step.kernel = &kernels::gemmvector().forTypes({p.a.type()});
    step.loopRounds = vectorRounds(shape, p.depth, packSizeOf(p));
    step.specialization.insert(
        step.specialization.end(), {shape.invocations, shape.depthLanes, tileRows, shape.tileColumns});
    // Columns are counted from a pack's begin, which may lie before column 0.
    const uint64_t mostBefore = p.transposedB ? 0 : packSizeOf(p) - 1;
    step.groupCount = {narrowed(ceilDivide(p.columns + mostBefore, uint64_t {shape.columns()})),
        narrowed(ceilDivide(p.rows, uint64_t {tileRows})), 1};
}

} // namespace weightless::ops::product
