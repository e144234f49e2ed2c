// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/pad.h"
#include "engine/model/elementmoves.h"
#include "engine/ops/composer.h"
#include "engine/ops/copyruns.h"
#include "engine/ops/kernels/padruns.h"
#include "engine/ops/narrow.h"
#include "engine/ops/nodeview.h"
#include "engine/ops/stridedcopy.h"
#include "engine/ops/valueneeded.h"

#include <algorithm>
#include <array>
#include <optional>

namespace weightless::ops::pad {

namespace {

constexpr std::array<std::string_view, 4> modeNames {"constant", "reflect", "edge", "wrap"};
constexpr uint32_t constantMode = 0;
constexpr uint32_t reflectMode = 1;

// One dimension: `source` elements from `first` on, then `begin` and `end` elements around them. Negative
// pads have become a smaller source.
struct PaddedAxis {
    int64_t first = 0;
    int64_t source = 0;
    int64_t begin = 0;
    int64_t end = 0;
    int64_t stride = 0;

    [[nodiscard]] int64_t size() const { return begin + source + end; }
    [[nodiscard]] bool isPlain() const { return begin == 0 && end == 0; }
};

struct PadParameters {
    uint32_t invocations;
    uint32_t sourceOffset;
    std::array<uint32_t, maxLoopRank> dims;
    std::array<uint32_t, maxLoopRank> sizes;
    std::array<uint32_t, maxLoopRank> begins;
    std::array<uint32_t, maxLoopRank> strides;
};

uint32_t modeOf(const NodeView& node)
{
    const std::string name = node.attributes->stringOr("mode", "constant");
    const auto found = std::ranges::find(modeNames, name);
    if (found == modeNames.end()) {
        failNode("attribute 'mode' is '" + name + "', expected constant, reflect, edge or wrap");
    }
    return static_cast<uint32_t>(found - modeNames.begin());
}

// ONNX Runtime takes a matrix of one row, too.
std::optional<std::vector<int64_t>> givenPads(const NodeView& node)
{
    const bool isRow = node.hasInput(1) && node.shape(1).size() == 2 && node.shape(1)[0] == 1
        && node.input(1).type == DataType::Int64;
    if (!isRow) {
        return node.optionalInts(node.opset < 2 ? "paddings" : "pads", 1);
    }
    if (node.value(1) == nullptr) {
        throw ValueNeeded(1, "pads");
    }
    return toInt64Vector(*node.value(1));
}

// All begins, then all ends, for every dimension of the input.
std::vector<int64_t> padsOf(const NodeView& node)
{
    const size_t rank = node.shape(0).size();
    const auto given = givenPads(node);
    if (!given) {
        failNode("'pads' is required");
    }
    std::vector<size_t> axes;
    if (node.hasInput(3)) {
        for (const int64_t axis : node.ints(3, "axes")) {
            axes.push_back(normalizeAxis(axis, rank));
        }
    } else {
        for (size_t i = 0; i < rank; ++i) {
            axes.push_back(i);
        }
    }
    if (given->size() != 2 * axes.size()) {
        failNode("'pads' has " + std::to_string(given->size()) + " elements, expected "
            + std::to_string(2 * axes.size()) + " for " + toString(node.input(0)));
    }
    std::vector<int64_t> pads(2 * rank);
    for (size_t i = 0; i < axes.size(); ++i) {
        pads[axes[i]] = (*given)[i];
        pads[axes[i] + rank] = (*given)[i + axes.size()];
    }
    return pads;
}

std::vector<PaddedAxis> axesOf(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const std::vector<int64_t> pads = padsOf(node);
    const std::vector<int64_t> strides = contiguousStrides(shape);
    const uint32_t mode = modeOf(node);
    constexpr int64_t most = INT32_MAX;
    std::vector<PaddedAxis> axes;
    for (size_t i = 0; i < shape.size(); ++i) {
        const int64_t begin = pads[i];
        const int64_t end = pads[i + shape.size()];
        if (std::max(begin, end) > most || std::min(begin, end) < -most || shape[i] > most) {
            failNode("'pads' is " + toString(pads) + ", beyond what a tensor can have");
        }
        PaddedAxis axis {.first = std::max<int64_t>(-begin, 0),
            .source = shape[i] + std::min<int64_t>(begin, 0) + std::min<int64_t>(end, 0),
            .begin = std::max<int64_t>(begin, 0),
            .end = std::max<int64_t>(end, 0),
            .stride = strides[i]};
        const bool needsSource = mode != constantMode && !axis.isPlain();
        const bool reflectsTooFar = mode == reflectMode && std::max(axis.begin, axis.end) >= axis.source;
        if (axis.source < 0 || (needsSource && (axis.source == 0 || reflectsTooFar))) {
            failNode("pads of " + std::to_string(begin) + " and " + std::to_string(end)
                + " do not fit dimension " + std::to_string(i) + " of " + toString(node.input(0))
                + " in mode " + std::string(modeNames[mode]));
        }
        axes.push_back(axis);
    }
    return axes;
}

void infer(InferenceContext& context)
{
    const NodeView node(context);
    if (context.hasInput(2)) {
        context.requireSameType(0, 2);
        if (elementCount(context.shape(2)) != 1) {
            context.fail("input 'constant_value' is " + toString(context.input(2)) + ", expected a scalar");
        }
    }
    Shape result;
    for (const PaddedAxis& axis : axesOf(node)) {
        result.push_back(axis.size());
    }
    context.setOutput(0, context.type(0), std::move(result));
}

// Neighbouring dimensions without pads become one.
std::vector<PaddedAxis> collapsedAxes(const std::vector<PaddedAxis>& axes)
{
    std::vector<PaddedAxis> result;
    for (const PaddedAxis& axis : axes) {
        PaddedAxis* outer = result.empty() ? nullptr : &result.back();
        if (outer != nullptr && outer->isPlain() && axis.isPlain()
            && outer->stride == axis.stride * axis.source) {
            outer->source *= axis.source;
            outer->stride = axis.stride;
        } else {
            result.push_back(axis);
            result.back().first = 0;
        }
    }
    if (result.empty()) {
        result.push_back({.first = 0, .source = 1, .begin = 0, .end = 0, .stride = 1});
    }
    return result;
}

HostTensor fillValue(const NodeView& node)
{
    HostTensor fill = makeEmptyTensor({node.input(0).type, {}});
    if (node.opset < 11) {
        setElement(fill, 0, static_cast<double>(node.attributes->floatOr("value", 0)));
    }
    return fill;
}

struct Padding {
    TensorRef fill;
    uint32_t mode = constantMode;
};

void dispatchPadding(LoweringContext& context, const Padding& padding, const TensorRef& source,
    int64_t offset, const std::vector<PaddedAxis>& given, const TensorRef& result);

// `source` packed, padded along the axes [first, last) alone.
TensorRef paddedAlong(LoweringContext& context, const Padding& padding, const TensorRef& source,
    const std::vector<PaddedAxis>& axes, size_t first, size_t last)
{
    const std::vector<int64_t> strides = contiguousStrides(source.shape());
    std::vector<PaddedAxis> some;
    Shape shape;
    for (size_t i = 0; i < axes.size(); ++i) {
        const bool isPadded = i >= first && i < last;
        some.push_back({.first = 0,
            .source = source.shape()[i],
            .begin = isPadded ? axes[i].begin : 0,
            .end = isPadded ? axes[i].end : 0,
            .stride = strides[i]});
        shape.push_back(some.back().size());
    }
    TensorRef result = context.temporary({source.type(), shape});
    dispatchPadding(context, padding, source, 0, some, result);
    return result;
}

// More separate dimensions than the kernel walks: every mode looks along one dimension at a time, so some are
// padded after the others.
TensorRef paddedInParts(LoweringContext& context, const Padding& padding, const TensorRef& source,
    int64_t offset, const std::vector<PaddedAxis>& axes)
{
    Shape shape;
    std::vector<int64_t> strides;
    for (const PaddedAxis& axis : axes) {
        shape.push_back(axis.source);
        strides.push_back(axis.stride);
    }
    TensorRef result = context.temporary({source.type(), shape});
    dispatchCopy(context, source, result, packedCopy(shape, strides, offset));
    constexpr size_t atOnce = 2; // and at most three groups of others
    for (size_t i = 0; i < axes.size(); i += atOnce) {
        result = paddedAlong(context, padding, result, axes, i, i + atOnce);
    }
    return result;
}

void lower(LoweringContext& context)
{
    const NodeView node(context);
    const TensorRef result = context.output(0);
    const std::vector<PaddedAxis> given = axesOf(node);
    if (result.elements() == 0) {
        return;
    }
    int64_t offset = 0;
    for (const PaddedAxis& axis : given) {
        offset += axis.first * axis.stride;
    }
    const TensorRef fill = context.hasInput(2) ? context.input(2) : context.constant(fillValue(node));
    const Padding padding {takenApart(context, fill), modeOf(node)};
    const TensorRef source = takenApart(context, context.input(0));
    const std::vector<PaddedAxis> axes = collapsedAxes(given);
    if (axes.size() > maxLoopRank) {
        const TensorRef padded = paddedInParts(context, padding, source, offset, axes);
        if (padded.type() == result.type()) {
            context.aliasOutput(0, Composer(context).reshaped(padded, result.shape()));
        } else {
            putTogether(context, padded, result);
        }
        return;
    }
    const TensorRef padded = apartLike(context, result);
    dispatchPadding(context, padding, source, offset, axes, padded);
    putTogether(context, padded, result);
}

void dispatchPadding(LoweringContext& context, const Padding& padding, const TensorRef& source,
    int64_t offset, const std::vector<PaddedAxis>& given, const TensorRef& result)
{
    const std::vector<PaddedAxis> axes = collapsedAxes(given);
    StridedLoop loop {{}, {}};
    std::vector<int64_t> sizes;
    std::vector<int64_t> begins;
    std::vector<int64_t> strides;
    for (const PaddedAxis& axis : axes) {
        loop.dims.push_back(axis.size());
        sizes.push_back(axis.source);
        begins.push_back(axis.begin);
        strides.push_back(axis.stride);
    }
    const auto bytes = static_cast<uint32_t>(bitWidth(result.type()) / 8);
    const bool inRuns = source.elements() > 0 && takesRuns(context, result);
    const uint32_t items =
        inRuns ? itemsOfRun(bytes, loop.dims.back()) : itemsPerInvocation(context.device(), loop);
    const uint64_t invocations = invocationCount(loop, items);
    const PadParameters parameters {.invocations = static_cast<uint32_t>(invocations),
        .sourceOffset = static_cast<uint32_t>(offset),
        .dims = loopParameters(loop.dims),
        .sizes = loopParameters(sizes),
        .begins = loopParameters(begins),
        .strides = loopParameters(strides)};
    std::vector<uint32_t> specialization {static_cast<uint32_t>(axes.size()), items, padding.mode};
    if (inRuns) {
        specialization.push_back(storeBytesOfRows(bytes, loop.dims.back()));
    }
    context.dispatch({.kernel = &(inRuns ? kernels::padruns() : kernels::pad()).forWidthOf(result.type()),
        .loopRounds = fewLoopRounds,
        .specialization = std::move(specialization),
        .bindings = {{source, Access::Read}, {padding.fill, Access::Read}, {result, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(invocations),
        .operations = static_cast<uint64_t>(result.elements())});
}

// The source coordinate shown at `coordinate` of the result; -1 for the fill value.
int64_t shownCoordinate(const PaddedAxis& axis, int64_t coordinate, uint32_t mode)
{
    const int64_t at = coordinate - axis.begin;
    if (at >= 0 && at < axis.source) {
        return at;
    }
    switch (mode) {
    case constantMode:
        return -1;
    case reflectMode:
        return at < 0 ? -at : 2 * (axis.source - 1) - at;
    case 2:
        return std::clamp<int64_t>(at, 0, axis.source - 1);
    default:
        return (at % axis.source + axis.source) % axis.source;
    }
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const NodeView node(context);
    const std::vector<PaddedAxis> axes = axesOf(node);
    const uint32_t mode = modeOf(node);
    const HostTensor fill = node.hasInput(2) ? *context.inputs[2] : fillValue(node);
    HostTensor result = makeEmptyTensor(context.outputs[0]);
    const StridedLoop loop {result.descriptor.shape, {contiguousStrides(result.descriptor.shape)}};
    forEachOffset(loop, [&](const std::vector<int64_t>& offsets) {
        int64_t rest = offsets[0];
        int64_t from = 0;
        bool isFill = false;
        for (size_t d = axes.size(); d-- > 0;) {
            const int64_t at = shownCoordinate(axes[d], rest % axes[d].size(), mode);
            rest /= axes[d].size();
            isFill = isFill || at < 0;
            from += (axes[d].first + at) * axes[d].stride;
        }
        moveElements(isFill ? fill : *context.inputs[0], isFill ? 0 : static_cast<size_t>(from), 1, result,
            static_cast<size_t>(offsets[0]));
    });
    return {std::move(result)};
}

} // namespace

void registerOperators(Registry& registry)
{
    Operator pad {.name = "Pad", .infer = infer, .lower = lower, .fold = fold};
    registry.add(pad);
    pad.sinceVersion = 11;
    pad.minInputs = 2;
    pad.maxInputs = 4;
    registry.add(pad);
    pad.sinceVersion = 1;
    pad.maxInputs = 3;
    pad.domain = "com.microsoft"; // version 11's, from before ai.onnx had that
    registry.add(pad);
}

} // namespace weightless::ops::pad
