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

// Where along the last axis of `node`'s input its result begins, which is a part of it along that axis alone.
std::optional<int64_t> beginOf(const Specialization& specialization, const DataflowNode& node, ValueId part)
{
    const int64_t columns = specialization.descriptors[*node.inputs[0]].shape.back();
    if (isOnnx(node, "Split")) {
        int64_t begin = 0;
        for (const ValueId output : node.outputs) {
            if (output == part) {
                return begin;
            }
            begin += specialization.descriptors[output].shape.back();
        }
        return std::nullopt;
    }
    const auto start = onlyKnownInt(specialization, node, 1);
    const bool isForward = node.inputs.size() < 5 || onlyKnownInt(specialization, node, 4) == 1;
    if (!start || !isForward) {
        return std::nullopt;
    }
    return *start < 0 ? std::max<int64_t>(*start + columns, 0) : *start;
}

} // namespace

std::optional<ValueId> wholeOf(
    const Specialization& specialization, const UseMap& uses, ValueId first, ValueId second)
{
    std::optional<ValueId> whole;
    int64_t expected = 0;
    for (const ValueId part : {first, second}) {
        const DataflowNode* node = uses.producer(part);
        if (node == nullptr || (!isOnnx(*node, "Slice") && !isOnnx(*node, "Split"))
            || (whole && node->inputs[0] != whole)) {
            return std::nullopt;
        }
        whole = node->inputs[0];
        Shape twice = specialization.descriptors[part].shape;
        if (twice.empty() || twice.back() == 0) {
            return std::nullopt;
        }
        twice.back() *= 2;
        if (specialization.descriptors[*whole].shape != twice
            || beginOf(specialization, *node, part) != expected) {
            return std::nullopt;
        }
        expected = twice.back() / 2;
    }
    return whole;
}

} // namespace weightless::plan
