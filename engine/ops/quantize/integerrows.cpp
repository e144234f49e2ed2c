// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/integerrows.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/integerrows.h"
#include "engine/ops/loops.h"
#include "engine/ops/product/product.h"
#include "engine/ops/scaledinteger.h"

#include <algorithm>
#include <limits>

namespace weightless::ops::quantize {

namespace {

constexpr uint64_t atOnce = 16; // bytes that are read together
constexpr uint64_t mostTileRows = 4; // sums of more take many registers

struct RowsParameters {
    uint32_t rows;
    uint32_t columns;
    uint32_t depth;
    float low, high; // of the activation
};

uint64_t rowsOf(const Factor& a)
{
    return static_cast<uint64_t>(a.bytes.elements() / std::max<int64_t>(a.bytes.shape().back(), 1));
}

// How zero points are laid out, as integerrows.comp numbers it; nothing where it has no number for that.
std::optional<uint32_t> layoutOf(const Factor& factor, int64_t places)
{
    if (!factor.zeroPoint) {
        return 0;
    }
    const int64_t count = factor.zeroPoint->elements();
    return count == 1 ? std::optional(1u) : count == places ? std::optional(2u) : std::nullopt;
}

struct RowsShape {
    uint32_t invocations = 64;
    uint32_t depthLanes = 16;

    [[nodiscard]] uint32_t lanesAcross() const { return invocations / depthLanes; }
};

uint64_t groupsOf(const RowsShape& shape, int64_t columns)
{
    return ceilDivide(static_cast<uint64_t>(columns), shape.lanesAcross() * atOnce);
}

uint64_t stepsOf(const RowsShape& shape, int64_t depth)
{
    return ceilDivide(static_cast<uint64_t>(depth), atOnce * shape.depthLanes);
}

// As many lanes along the depth as give each processor of a card something to wait for: B is read once, so
// there are few work groups. Lanes of a software device gain nothing from each other.
RowsShape shapeFor(const LoweringContext& context, int64_t columns, int64_t depth)
{
    const vulkan::DeviceTraits& device = context.device();
    const bool isForCards = context.attributes().stringOr(product::kernelAttribute, "") == "cards";
    if (devicePolicy(device).prefersEights && !isForCards) {
        return {8, 1};
    }
    constexpr uint64_t invocationsPerProcessor = 1024;
    constexpr uint32_t fewestLanesAcross = 2; // 32 bytes, the least that memory yields
    const uint32_t most = std::min(256u, device.maxWorkGroupInvocations);
    const uint64_t processors = processorsOf(device);
    RowsShape shape;
    const auto canShareDepth = [&] { return stepsOf(shape, depth) >= 2; };
    while (groupsOf(shape, columns) * shape.invocations < processors * invocationsPerProcessor
        && shape.invocations * 2 <= most && canShareDepth()) {
        shape.invocations *= 2;
        shape.depthLanes *= 2;
    }
    if (groupsOf(shape, columns) < processors && shape.lanesAcross() > fewestLanesAcross && canShareDepth()) {
        shape.depthLanes *= 2;
    }
    return shape;
}

void dispatchRows(LoweringContext& context, const Factor& a, const Factor& b,
    const std::optional<TensorRef>& factors, const TensorRef& result)
{
    const auto depth = static_cast<uint64_t>(a.bytes.shape().back());
    const auto columns = static_cast<uint64_t>(b.bytes.shape().back());
    const uint64_t rows = rowsOf(a);
    const auto tileRows = static_cast<uint32_t>(std::min(rows, mostTileRows));
    const RowsShape shape = shapeFor(context, static_cast<int64_t>(columns), static_cast<int64_t>(depth));
    const bool writesEights = shape.depthLanes == 1 && columns % 8 == 0 && !context.mayBeginAnywhere(result);
    const product::Epilogue epilogue =
        factors ? product::epilogueOf(context.attributes()) : product::Epilogue {};
    context.dispatch({.kernel = &kernels::integerrows().forTypes({a.bytes.type(), b.bytes.type()}),
        .loopRounds = longLoopRounds(roundsOf(stepsOf(shape, static_cast<int64_t>(depth)))),
        .specialization = {layoutOf(a, static_cast<int64_t>(rows)).value_or(0),
            layoutOf(b, static_cast<int64_t>(columns)).value_or(0), shape.invocations, tileRows,
            shape.depthLanes, writesEights ? 1u : 0u, factors ? 1u : 0u,
            static_cast<uint32_t>(epilogue.activation)},
        .bindings = {{a.bytes}, {b.bytes}, {a.zeroPoint.value_or(a.bytes)}, {b.zeroPoint.value_or(b.bytes)},
            {result, Access::Write}, {factors.value_or(a.bytes)}},
        .parameters = parameterBytes(RowsParameters {static_cast<uint32_t>(rows),
            static_cast<uint32_t>(columns), static_cast<uint32_t>(depth), epilogue.low, epilogue.high}),
        .groupCount = {static_cast<uint32_t>(groupsOf(shape, static_cast<int64_t>(columns))),
            static_cast<uint32_t>(ceilDivide(rows, uint64_t {tileRows})), 1},
        .operations = 2 * rows * columns * depth});
}

} // namespace

bool suitsIntegerRows(const LoweringContext& context, const Factor& a, const Factor& b)
{
    const int64_t depth = a.bytes.shape().back();
    const int64_t columns = b.bytes.shape().back();
    const auto rows = static_cast<int64_t>(rowsOf(a));
    constexpr int64_t most = std::numeric_limits<int32_t>::max() - 64;
    // A zero point for each row of one matrix, not of several.
    const bool isOneMatrix = a.bytes.shape()[a.bytes.shape().size() - 2] == rows;
    return depth > 0 && columns > 0 && rows > 0 && rows <= mostRowsAsBytes && b.bytes.shape().size() == 2
        && b.bytes.elements() <= most && a.bytes.elements() <= most && layoutOf(a, isOneMatrix ? rows : 1)
        && layoutOf(b, columns) && kernels::integerrows().hasTypes({a.bytes.type(), b.bytes.type()})
        && canReadEights(context.device(), DataType::Int32)
        && stepsOf(shapeFor(context, columns, depth), depth) <= mostSteps(context.device())
        && groupsOf(shapeFor(context, columns, depth), columns) <= context.device().maxWorkGroupCount[0];
}

void lowerIntegerRows(LoweringContext& context, const Factor& a, const Factor& b, const TensorRef& sums)
{
    dispatchRows(context, a, b, std::nullopt, sums);
}

void lowerScaledRows(
    LoweringContext& context, const Factor& a, const Factor& b, const TensorRef& factors, const TensorRef& y)
{
    dispatchRows(context, a, b, factors, y);
}

} // namespace weightless::ops::quantize
