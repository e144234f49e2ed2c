// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionhalves.h"

#include <algorithm>

namespace weightless::plan {

namespace {

std::optional<int64_t> onlyKnownInt(
    const Specialization& specialization, const DataflowNode& node, size_t input)
{
    if (input >= node.inputs.size() || !node.inputs[input] || !specialization.known[*node.inputs[input]]) {
        return std::nullopt;
    }
    const HostTensor& known = *specialization.known[*node.inputs[input]];
    return isInteger(known.descriptor.type) && elementCount(known.descriptor.shape) == 1
        ? std::optional(elementAsInt64(known, 0))
        : std::nullopt;
}

// Where along the axis of `node`'s input its result begins, which is a part of it along that axis alone.
std::optional<int64_t> beginOf(
    const Specialization& specialization, const DataflowNode& node, ValueId part, size_t axis)
{
    const int64_t size = specialization.descriptors[*node.inputs[0]].shape[axis];
    if (isOnnx(node, "Split")) {
        int64_t begin = 0;
        for (const ValueId output : node.outputs) {
            if (output == part) {
                return begin;
            }
            begin += specialization.descriptors[output].shape[axis];
        }
        return std::nullopt;
    }
    const auto start = onlyKnownInt(specialization, node, 1);
    const bool isForward = node.inputs.size() < 5 || onlyKnownInt(specialization, node, 4) == 1;
    if (!start || !isForward) {
        return std::nullopt;
    }
    return *start < 0 ? std::max<int64_t>(*start + size, 0) : *start;
}

// The axis along which a whole has twice the elements of a part, and as many along all others.
std::optional<size_t> halvedAxis(const Shape& whole, const Shape& part)
{
    for (size_t axis = 0; axis < part.size() && whole.size() == part.size(); ++axis) {
        Shape twice = part;
        twice[axis] *= 2;
        if (part[axis] > 0 && twice == whole) {
            return axis;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<Halves> halvesOf(
    const Specialization& specialization, const UseMap& uses, ValueId first, ValueId second)
{
    std::optional<Halves> halves;
    for (const ValueId part : {first, second}) {
        const DataflowNode* node = uses.producer(part);
        if (node == nullptr || (!isOnnx(*node, "Slice") && !isOnnx(*node, "Split"))
            || (halves && node->inputs[0] != halves->whole)) {
            return std::nullopt;
        }
        const ValueId whole = *node->inputs[0];
        const Shape& shape = specialization.descriptors[part].shape;
        const auto axis = halvedAxis(specialization.descriptors[whole].shape, shape);
        if (!axis || (halves && *axis != halves->axis)) {
            return std::nullopt;
        }
        const int64_t expected = halves ? shape[*axis] : 0;
        if (beginOf(specialization, *node, part, *axis) != expected) {
            return std::nullopt;
        }
        halves = Halves {whole, *axis};
    }
    return halves;
}

std::optional<ValueId> wholeOf(
    const Specialization& specialization, const UseMap& uses, ValueId first, ValueId second)
{
    const auto halves = halvesOf(specialization, uses, first, second);
    const size_t rank = specialization.descriptors[first].shape.size();
    return halves && halves->axis == rank - 1 ? std::optional(halves->whole) : std::nullopt;
}

} // namespace weightless::plan
