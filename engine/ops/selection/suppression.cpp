// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/selection/selection.h"

#include "engine/base/error.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <optional>

namespace weightless::ops::selection {

namespace {

struct Box {
    float top, left, bottom, right;

    [[nodiscard]] float area() const { return (bottom - top) * (right - left); }
};

Box boxAt(std::span<const float> boxes, size_t index, bool isCentered)
{
    const float* p = boxes.data() + index * 4;
    if (isCentered) { // x, y, width, height
        return {p[1] - p[3] / 2, p[0] - p[2] / 2, p[1] + p[3] / 2, p[0] + p[2] / 2};
    }
    return {std::min(p[0], p[2]), std::min(p[1], p[3]), std::max(p[0], p[2]), std::max(p[1], p[3])};
}

bool overlapsTooMuch(const Box& a, const Box& b, float threshold)
{
    const float height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
    const float width = std::min(a.right, b.right) - std::max(a.left, b.left);
    if (height <= 0 || width <= 0 || a.area() <= 0 || b.area() <= 0) {
        return false;
    }
    const float common = height * width;
    return common / (a.area() + b.area() - common) > threshold;
}

struct Thresholds {
    int64_t mostBoxes = 0;
    float overlap = 0;
    std::optional<float> score;
};

// Of one class of one batch entry: the best first, without those that overlap a better one.
std::vector<size_t> kept(const std::vector<Box>& boxes, std::span<const float> scores,
    const Thresholds& thresholds, const std::stop_token& stop)
{
    std::vector<size_t> order;
    for (size_t i = 0; i < scores.size(); ++i) {
        if (!thresholds.score || scores[i] > *thresholds.score) {
            order.push_back(i);
        }
    }
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return scores[a] > scores[b]; });
    std::vector<size_t> result;
    for (const size_t candidate : order) {
        if (static_cast<int64_t>(result.size()) >= thresholds.mostBoxes) {
            break;
        }
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "The run was cancelled");
        }
        const bool isHidden = std::ranges::any_of(result, [&](size_t better) {
            return overlapsTooMuch(boxes[candidate], boxes[better], thresholds.overlap);
        });
        if (!isHidden) {
            result.push_back(candidate);
        }
    }
    return result;
}

Thresholds thresholdsOf(const HostContext& context)
{
    Thresholds thresholds;
    if (context.hasInput(2)) {
        thresholds.mostBoxes = scalarAsInt64(context.tensor(2), "max_output_boxes_per_class");
    }
    if (context.hasInput(3)) {
        thresholds.overlap = static_cast<float>(scalarAsDouble(context.tensor(3), "iou_threshold"));
    }
    if (context.hasInput(4)) {
        thresholds.score = static_cast<float>(scalarAsDouble(context.tensor(4), "score_threshold"));
    }
    return thresholds;
}

void checkShapes(const HostTensor& boxes, const HostTensor& scores)
{
    const Shape& b = boxes.descriptor.shape;
    const Shape& s = scores.descriptor.shape;
    if (boxes.descriptor.type != DataType::Float32 || scores.descriptor.type != DataType::Float32
        || b.size() != 3 || s.size() != 3 || b[2] != 4 || b[0] != s[0] || b[1] != s[2]) {
        failNode("boxes are " + toString(boxes.descriptor) + " and scores " + toString(scores.descriptor)
            + ", expected float32[batch, boxes, 4] and float32[batch, classes, boxes]");
    }
}

std::vector<HostValue> suppress(const HostContext& context)
{
    const HostTensor& boxes = context.tensor(0);
    const HostTensor& scores = context.tensor(1);
    checkShapes(boxes, scores);
    const Thresholds thresholds = thresholdsOf(context);
    const bool isCentered = context.attributes.intOr("center_point_box", 0) != 0;
    const auto batch = static_cast<size_t>(scores.descriptor.shape[0]);
    const auto classes = static_cast<size_t>(scores.descriptor.shape[1]);
    const auto count = static_cast<size_t>(scores.descriptor.shape[2]);
    std::vector<int64_t> selected;
    for (size_t b = 0; b < batch; ++b) {
        std::vector<Box> own;
        for (size_t i = 0; i < count; ++i) {
            own.push_back(boxAt(boxes.as<float>(), b * count + i, isCentered));
        }
        for (size_t c = 0; c < classes; ++c) {
            const auto values = scores.as<float>().subspan((b * classes + c) * count, count);
            for (const size_t index : kept(own, values, thresholds, context.stopToken)) {
                selected.insert(selected.end(),
                    {static_cast<int64_t>(b), static_cast<int64_t>(c), static_cast<int64_t>(index)});
            }
        }
    }
    HostTensor result = makeInt64Tensor(selected);
    result.descriptor.shape = {static_cast<int64_t>(selected.size() / 3), 3};
    return {makeHostValue(std::move(result))};
}

} // namespace

void registerSuppression(HostRegistry& registry)
{
    registry.add({.op = {.name = "NonMaxSuppression", .sinceVersion = 10, .minInputs = 2, .maxInputs = 5},
        .run = suppress});
}

} // namespace weightless::ops::selection
