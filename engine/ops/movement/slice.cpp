// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/movement/movement.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace weightless::ops::movement {

namespace {

// One axis of a slice: elements start, start + step, … (size of them).
struct AxisSlice {
    int64_t start = 0;
    int64_t step = 1;
    int64_t size = 0;
};

// Out-of-range starts and ends are clamped as the ONNX specification says.
AxisSlice sliceAxis(int64_t start, int64_t end, int64_t step, int64_t dimension)
{
    if (dimension == 0) {
        return {};
    }
    start = start < 0 ? start + dimension : start;
    end = end < 0 ? end + dimension : end;
    // A longer step than the axis takes one element whatever its length; this keeps the arithmetic in range.
    step = std::clamp(step, -dimension - 1, dimension + 1);
    if (step > 0) {
        start = std::clamp(start, int64_t {0}, dimension);
        end = std::clamp(end, int64_t {0}, dimension);
        return {start, step, end > start ? (end - start - 1) / step + 1 : 0};
    }
    // Backwards ONNX has INT_MIN for the end of the axis. Until opset 11 it named INT_MAX alone, and ONNX
    // Runtime reads that so in every opset.
    const bool isWhole =
        end == std::numeric_limits<int32_t>::max() || end == std::numeric_limits<int64_t>::max();
    start = std::clamp(start, int64_t {0}, dimension - 1);
    end = isWhole ? -1 : std::clamp(end, int64_t {-1}, dimension - 1);
    return {start, step, start > end ? (start - end - 1) / -step + 1 : 0};
}

// Attributes before opset 10, inputs from then on.
std::vector<AxisSlice> slicesOf(const NodeView& node)
{
    const Shape& shape = node.shape(0);
    const auto starts = node.optionalInts("starts", 1);
    const auto ends = node.optionalInts("ends", 2);
    if (!starts || !ends) {
        failNode("'starts' and 'ends' are required");
    }
    std::vector<int64_t> defaultAxes(starts->size());
    std::iota(defaultAxes.begin(), defaultAxes.end(), int64_t {0});
    const auto axes = node.optionalInts("axes", 3).value_or(defaultAxes);
    const auto steps = node.hasInput(4) ? node.ints(4, "steps") : std::vector<int64_t>(starts->size(), 1);
    if (ends->size() != starts->size() || axes.size() != starts->size() || steps.size() != starts->size()) {
        failNode("'starts', 'ends', 'axes' and 'steps' have " + std::to_string(starts->size()) + ", "
            + std::to_string(ends->size()) + ", " + std::to_string(axes.size()) + " and "
            + std::to_string(steps.size()) + " elements, expected equally many");
    }
    std::vector<AxisSlice> slices;
    for (const int64_t dimension : shape) {
        slices.push_back({0, 1, dimension});
    }
    std::vector<bool> isGiven(shape.size());
    for (size_t i = 0; i < axes.size(); ++i) {
        const size_t axis = normalizeAxis(axes[i], shape.size());
        if (isGiven[axis] || steps[i] == 0) {
            failNode(isGiven[axis] ? "axis " + std::to_string(axes[i]) + " is given twice"
                                   : "the step of axis " + std::to_string(axes[i]) + " is 0");
        }
        isGiven[axis] = true;
        slices[axis] = sliceAxis((*starts)[i], (*ends)[i], steps[i], shape[axis]);
    }
    return slices;
}

void infer(InferenceContext& context)
{
    Shape result;
    for (const AxisSlice& slice : slicesOf(NodeView(context))) {
        result.push_back(slice.size);
    }
    context.setOutput(0, context.type(0), std::move(result));
}

std::vector<ElementCopy> copiesOf(const NodeView& node)
{
    const std::vector<AxisSlice> slices = slicesOf(node);
    std::vector<int64_t> strides = contiguousStrides(node.shape(0));
    Shape shape;
    int64_t offset = 0;
    for (size_t i = 0; i < slices.size(); ++i) {
        shape.push_back(slices[i].size);
        offset += slices[i].start * strides[i];
        strides[i] *= slices[i].size > 1 ? slices[i].step : 1;
    }
    return {packedCopy(shape, std::move(strides), offset)};
}

} // namespace

void registerSlice(Registry& registry)
{
    registry.add(
        {.name = "Slice", .infer = infer, .lower = lowerCopies<copiesOf>, .fold = foldCopies<copiesOf>});
    registry.add({.name = "Slice",
        .sinceVersion = 10,
        .minInputs = 3,
        .maxInputs = 5,
        .infer = infer,
        .lower = lowerCopies<copiesOf>,
        .fold = foldCopies<copiesOf>});
}

} // namespace weightless::ops::movement
