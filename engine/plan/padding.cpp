// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/padding.h"

#include "engine/ops/window.h"
#include "engine/plan/fusionpatterns.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace weightless::plan {

namespace {

constexpr size_t imageAxes = 2; // images and channels, before those that a window slides over

std::optional<std::vector<int64_t>> knownInts(const Specialization& specialization, ValueId value)
{
    const auto known = specialization.known[value];
    return known ? std::optional(toInt64Vector(*known)) : std::nullopt;
}

bool hasInput(const DataflowNode& node, size_t index)
{
    return node.inputs.size() > index && node.inputs[index];
}

// An attribute before opset 11.
bool addsZeros(const Specialization& specialization, const DataflowNode& pad)
{
    if (pad.attributes.stringOr("mode", "constant") != "constant") {
        return false;
    }
    if (!hasInput(pad, 2)) {
        return pad.attributes.floatOr("value", 0) == 0;
    }
    const auto known = specialization.known[*pad.inputs[2]];
    return known != nullptr && elementAsDouble(*known, 0) == 0;
}

// As the node has them: of the axes that it names.
std::optional<std::vector<int64_t>> givenPads(
    const Dataflow& dataflow, const Specialization& specialization, const DataflowNode& pad)
{
    return hasInput(pad, 1) ? knownInts(specialization, *pad.inputs[1])
                            : pad.attributes.ints(dataflow.opset < 2 ? "paddings" : "pads");
}

// All begins, then all ends, of the axes behind the channels: zeros that the node puts there, and nothing
// else. Nothing for other nodes.
std::optional<std::vector<int64_t>> windowPads(
    const Dataflow& dataflow, const Specialization& specialization, const DataflowNode& pad)
{
    if (!isOnnx(pad, "Pad") || !addsZeros(specialization, pad)) {
        return std::nullopt;
    }
    const auto rank = static_cast<int64_t>(specialization.descriptors[*pad.inputs[0]].shape.size());
    const auto given = givenPads(dataflow, specialization, pad);
    const auto axes = hasInput(pad, 3) ? knownInts(specialization, *pad.inputs[3]) : std::nullopt;
    if (!given || (hasInput(pad, 3) && !axes) || rank <= static_cast<int64_t>(imageAxes)) {
        return std::nullopt;
    }
    const size_t count = given->size() / 2;
    const auto spatial = static_cast<size_t>(rank) - imageAxes;
    std::vector<int64_t> pads(2 * spatial);
    for (size_t i = 0; i < count; ++i) {
        const int64_t named = axes ? (*axes)[i] : static_cast<int64_t>(i);
        const auto axis = static_cast<size_t>(named < 0 ? named + rank : named);
        const int64_t begin = (*given)[i];
        const int64_t end = (*given)[i + count];
        if (begin < 0 || end < 0 || (axis < imageAxes && begin + end > 0)) {
            return std::nullopt;
        }
        if (axis >= imageAxes) {
            pads[axis - imageAxes] = begin;
            pads[axis - imageAxes + spatial] = end;
        }
    }
    return pads;
}

std::span<const int64_t> spatialOf(const Specialization& specialization, ValueId value)
{
    return std::span(specialization.descriptors[value].shape).subspan(imageAxes);
}

// Empty where the node is no window that reads zeros around its input as it reads zeros in it.
std::vector<int64_t> kernelOf(const Specialization& specialization, const DataflowNode& reader)
{
    if (isOnnx(reader, "Conv")) {
        const std::span<const int64_t> kernel = spatialOf(specialization, *reader.inputs[1]);
        return {kernel.begin(), kernel.end()};
    }
    const bool isMean = isOnnx(reader, "AveragePool") && reader.attributes.intOr("ceil_mode", 0) == 0;
    return isMean ? reader.attributes.ints("kernel_shape").value_or(std::vector<int64_t>())
                  : std::vector<int64_t>();
}

// Of a mean whose own padding does not count, what is padded counts still.
bool countsOtherwise(const DataflowNode& reader, std::span<const int64_t> own)
{
    const bool hasOwn = std::ranges::any_of(own, [](int64_t pad) { return pad != 0; });
    return isOnnx(reader, "AveragePool") && hasOwn && reader.attributes.intOr("count_include_pad", 0) == 0;
}

// A window that leaves its input is made smaller (mayReachOut of windowOf()).
bool fits(const DataflowNode& reader, std::span<const int64_t> kernel, std::span<const int64_t> padded)
{
    const auto dilations =
        reader.attributes.ints("dilations").value_or(std::vector<int64_t>(kernel.size(), 1));
    for (size_t i = 0; i < kernel.size(); ++i) {
        if ((kernel[i] - 1) * dilations[i] + 1 > padded[i]) {
            return false;
        }
    }
    return true;
}

// The attributes of a node that reads a padded value, when it reads the value itself.
std::optional<Attributes> withPads(const Specialization& specialization, const DataflowNode& reader,
    ValueId padded, std::span<const int64_t> pads)
{
    const std::vector<int64_t> kernel = kernelOf(specialization, reader);
    const std::string mode = ops::padModeOf(reader.attributes);
    const std::span<const int64_t> size = spatialOf(specialization, padded);
    const bool readsElsewhere =
        std::ranges::count(reader.inputs, std::optional(padded)) != 1 || reader.inputs[0] != padded;
    // What sees one element, or all, is a product without pads, or a reduction.
    const bool isPlain = std::ranges::all_of(kernel, [](int64_t taps) { return taps == 1; })
        || std::ranges::equal(kernel, size);
    if (readsElsewhere || isPlain || kernel.size() != size.size() || (mode != "NOTSET" && mode != "VALID")
        || !fits(reader, kernel, size)) {
        return std::nullopt;
    }
    std::vector<int64_t> sum(pads.begin(), pads.end());
    if (const auto own = reader.attributes.ints("pads"); own && mode == "NOTSET") {
        if (countsOtherwise(reader, *own)) {
            return std::nullopt;
        }
        std::ranges::transform(sum, *own, sum.begin(), std::plus());
    }
    if (!std::ranges::all_of(sum, [](int64_t pad) { return std::in_range<int32_t>(pad); })) {
        return std::nullopt;
    }
    Attributes attributes = reader.attributes;
    attributes.set("auto_pad", std::string("NOTSET"));
    attributes.set("pads", std::move(sum));
    if (isOnnx(reader, "AveragePool")) {
        attributes.set("count_include_pad", int64_t {1});
    }
    return attributes;
}

} // namespace

std::optional<Dataflow> withoutPads(const Dataflow& dataflow, const Specialization& specialization)
{
    if (std::ranges::none_of(dataflow.nodes, [](const DataflowNode& node) { return isOnnx(node, "Pad"); })) {
        return std::nullopt;
    }
    const UseMap uses(dataflow);
    std::optional<Dataflow> result;
    for (size_t i = 0; i < dataflow.nodes.size(); ++i) {
        const DataflowNode& pad = dataflow.nodes[i];
        const auto pads = windowPads(dataflow, specialization, pad);
        if (!pads || uses.isOutput(pad.outputs[0]) || specialization.known[pad.outputs[0]]) {
            continue;
        }
        std::vector<std::pair<size_t, Attributes>> readers;
        for (const size_t index : uses.readers(pad.outputs[0])) {
            auto attributes = withPads(specialization, dataflow.nodes[index], pad.outputs[0], *pads);
            if (!attributes) {
                break;
            }
            readers.emplace_back(index, std::move(*attributes));
        }
        if (readers.empty() || readers.size() != uses.readers(pad.outputs[0]).size()) {
            continue;
        }
        result = result ? std::move(result) : std::optional(dataflow);
        for (auto& [index, attributes] : readers) {
            result->nodes[index].attributes = std::move(attributes);
            result->nodes[index].inputs[0] = pad.inputs[0];
        }
        result->nodes[i].inputs.clear();
        result->nodes[i].outputs.clear();
    }
    if (result) {
        std::erase_if(result->nodes, [](const DataflowNode& node) { return node.outputs.empty(); });
    }
    return result;
}

} // namespace weightless::plan
