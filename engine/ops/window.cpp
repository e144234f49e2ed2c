// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/window.h"

#include "engine/base/bytes.h"
#include "engine/ops/loops.h"

#include <algorithm>
#include <limits>

namespace weightless::ops {

namespace {

Shape listOf(const NodeView& node, const char* name, size_t rank, int64_t fallback, int64_t least)
{
    const Shape values = node.attributes->ints(name).value_or(Shape(rank, fallback));
    if (values.size() != rank) {
        failNode("attribute '" + std::string(name) + "' has " + std::to_string(values.size())
            + " values, expected " + std::to_string(rank));
    }
    for (const int64_t value : values) {
        if (value < least || value > std::numeric_limits<int32_t>::max()) {
            failNode("attribute '" + std::string(name) + "' is " + toString(values)
                + ", expected values from " + std::to_string(least) + " to 2147483647");
        }
    }
    return values;
}

// Exporters that write ceil_mode as pads at the end make them negative where a stride leaves elements over:
// these are in no window.
void takePads(Window& w, const NodeView& node)
{
    constexpr int64_t least = std::numeric_limits<int32_t>::min();
    const Shape pads = listOf(node, "pads", 2 * w.rank(), 0, least);
    const auto middle = pads.begin() + static_cast<int64_t>(w.rank());
    w.padsBegin.assign(pads.begin(), middle);
    w.padsEnd.assign(middle, pads.end());
    if (std::ranges::any_of(w.padsBegin, [](int64_t pad) { return pad < 0; })) {
        failNode("attribute 'pads' is " + toString(pads) + ", expected values from 0 at the beginning");
    }
}

// SAME_UPPER and SAME_LOWER: as many results as strides fit, the odd pad at the end or the beginning.
void padSame(Window& w, bool isUpper)
{
    for (size_t i = 0; i < w.rank(); ++i) {
        const int64_t results = (w.in[i] + w.strides[i] - 1) / w.strides[i];
        const int64_t extent = (w.kernel[i] - 1) * w.dilations[i] + 1;
        const int64_t total = std::max<int64_t>(0, (results - 1) * w.strides[i] + extent - w.in[i]);
        w.padsBegin[i] = isUpper ? total / 2 : total - total / 2;
        w.padsEnd[i] = total - w.padsBegin[i];
    }
}

int64_t resultsAlong(const Window& w, size_t i, bool ceilMode, bool mayReachOut)
{
    const int64_t extent = (w.kernel[i] - 1) * w.dilations[i] + 1;
    const int64_t room = w.in[i] + w.padsBegin[i] + w.padsEnd[i] - extent;
    // By ceil_mode's formula one window is left where less than a stride is missing; ONNX Runtime, whose
    // division is towards 0, makes it in either mode, and models count on it.
    if (room < 0 && mayReachOut && -room < w.strides[i] && w.in[i] + w.padsBegin[i] > 0) {
        return 1;
    }
    if (room < 0) {
        failNode("the window spans " + std::to_string(extent) + " elements of spatial dimension "
            + std::to_string(i) + ", which has only " + std::to_string(w.in[i]) + " with pads "
            + std::to_string(w.padsBegin[i]) + " and " + std::to_string(w.padsEnd[i]));
    }
    int64_t results = (ceilMode ? room + w.strides[i] - 1 : room) / w.strides[i] + 1;
    // No window may begin in the padding after the input.
    if (ceilMode && (results - 1) * w.strides[i] >= w.in[i] + w.padsBegin[i]) {
        --results;
    }
    return results;
}

} // namespace

Window windowOf(const NodeView& node, const Shape& spatial, const Shape& kernel, bool mayReachOut)
{
    Window w;
    const size_t rank = spatial.size();
    w.in = spatial;
    w.kernel = kernel;
    if (kernel.size() != rank || std::ranges::any_of(kernel, [](int64_t k) {
            return k < 1 || k > std::numeric_limits<int32_t>::max();
        })) {
        failNode(
            "the kernel is " + toString(kernel) + ", expected " + std::to_string(rank) + " positive sizes");
    }
    w.strides = listOf(node, "strides", rank, 1, 1);
    w.dilations = listOf(node, "dilations", rank, 1, 1);
    takePads(w, node);
    const std::string mode = padModeOf(*node.attributes);
    if (mode == "SAME_UPPER" || mode == "SAME_LOWER") {
        padSame(w, mode == "SAME_UPPER");
    } else if (mode == "VALID") {
        w.padsBegin.assign(rank, 0);
        w.padsEnd.assign(rank, 0);
    }
    const bool ceilMode = node.attributes->intOr("ceil_mode", 0) != 0;
    for (size_t i = 0; i < rank; ++i) {
        const bool same = mode == "SAME_UPPER" || mode == "SAME_LOWER";
        w.out.push_back(
            same ? (w.in[i] + w.strides[i] - 1) / w.strides[i] : resultsAlong(w, i, ceilMode, mayReachOut));
        w.padsEnd[i] = std::max<int64_t>(w.padsEnd[i], 0);
    }
    return w;
}

std::string padModeOf(const Attributes& attributes)
{
    const std::string mode = attributes.stringOr("auto_pad", "NOTSET");
    if (!mode.empty() && mode != "NOTSET" && mode != "VALID" && mode != "SAME_UPPER"
        && mode != "SAME_LOWER") {
        failNode("attribute 'auto_pad' is '" + mode + "', expected NOTSET, SAME_UPPER, SAME_LOWER or VALID");
    }
    return mode.empty() ? "NOTSET" : mode;
}

std::array<uint32_t, 3> inThree(const Shape& values, uint32_t fill)
{
    std::array<uint32_t, 3> three {fill, fill, fill};
    for (size_t i = 0; i < values.size(); ++i) {
        three[i + 3 - values.size()] = static_cast<uint32_t>(values[i]);
    }
    return three;
}

uint64_t tapRounds(const std::array<uint32_t, 3>& kernel, uint32_t tapsAtOnce)
{
    return roundsOf(kernel[0], roundsOf(kernel[1], roundsOf(ceilDivide(kernel[2], tapsAtOnce))));
}

} // namespace weightless::ops
