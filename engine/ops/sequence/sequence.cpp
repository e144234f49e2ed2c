// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/sequence/parts.h"

#include "engine/base/error.h"
#include "engine/ops/hostoperator.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <utility>

namespace weightless::ops::sequence {

namespace {

constexpr size_t maxLength = size_t {1} << 20; // of a sequence that a loop lets grow, or a split makes

void requireLength(size_t length)
{
    if (length > maxLength) {
        throw Error(
            ErrorKind::Unsupported, "a sequence of more than " + std::to_string(maxLength) + " elements");
    }
}

const HostSequence& sequenceAt(const HostContext& context, size_t index)
{
    if (!context.hasInput(index) || !context.inputs[index]->sequence) {
        failNode("input " + std::to_string(index) + " is no sequence");
    }
    return *context.inputs[index]->sequence;
}

int64_t position(const HostContext& context, size_t input, size_t length, bool mayAppend)
{
    const int64_t given = scalarAsInt64(context.tensor(input), "position");
    const auto size = static_cast<int64_t>(length);
    const int64_t index = given < 0 ? given + size : given;
    if (index < 0 || index >= size + (mayAppend ? 1 : 0)) {
        failNode("position " + std::to_string(given) + " is outside a sequence of " + std::to_string(length)
            + " elements");
    }
    return index;
}

std::vector<HostValue> one(HostValue value)
{
    std::vector<HostValue> values;
    values.push_back(std::move(value));
    return values;
}

std::vector<HostValue> empty(const HostContext&)
{
    return one(makeHostValue(HostSequence {}));
}

std::vector<HostValue> construct(const HostContext& context)
{
    HostSequence sequence;
    for (size_t i = 0; i < context.inputs.size(); ++i) {
        static_cast<void>(context.tensor(i));
        sequence.elements.push_back(*context.inputs[i]);
    }
    return one(makeHostValue(std::move(sequence)));
}

std::vector<HostValue> at(const HostContext& context)
{
    const HostSequence& sequence = sequenceAt(context, 0);
    const int64_t index = position(context, 1, sequence.elements.size(), false);
    return one(sequence.elements[static_cast<size_t>(index)]);
}

std::vector<HostValue> length(const HostContext& context)
{
    return one(makeHostValue(makeInt64Scalar(static_cast<int64_t>(sequenceAt(context, 0).elements.size()))));
}

std::vector<HostValue> insert(const HostContext& context)
{
    HostSequence sequence = sequenceAt(context, 0);
    requireLength(sequence.elements.size() + 1);
    static_cast<void>(context.tensor(1));
    const auto size = static_cast<int64_t>(sequence.elements.size());
    const int64_t index = context.hasInput(2) ? position(context, 2, sequence.elements.size(), true) : size;
    sequence.elements.insert(sequence.elements.begin() + index, *context.inputs[1]);
    return one(makeHostValue(std::move(sequence)));
}

std::vector<HostValue> erase(const HostContext& context)
{
    HostSequence sequence = sequenceAt(context, 0);
    if (sequence.elements.empty()) {
        failNode("there is nothing to erase from an empty sequence");
    }
    const auto last = static_cast<int64_t>(sequence.elements.size()) - 1;
    const int64_t index = context.hasInput(1) ? position(context, 1, sequence.elements.size(), false) : last;
    sequence.elements.erase(sequence.elements.begin() + index);
    return one(makeHostValue(std::move(sequence)));
}

// Sizes of the parts along the axis.
std::vector<int64_t> partSizes(const HostContext& context, int64_t size)
{
    // As many parts as there are elements are what the caller has; of none there may be any number.
    const Shape& whole = context.tensor(0).descriptor.shape;
    const bool isEmpty = std::ranges::find(whole, 0) != whole.end();
    if (!context.hasInput(1)) {
        requireLength(isEmpty ? static_cast<size_t>(size) : 0);
        return std::vector<int64_t>(static_cast<size_t>(size), 1);
    }
    const HostTensor& split = context.tensor(1);
    std::vector<int64_t> given = toInt64Vector(split);
    if (!split.descriptor.shape.empty()) {
        int64_t total = 0;
        for (const int64_t part : given) {
            if (part < 0 || part > size - total) {
                failNode("input 'split' does not add up to " + std::to_string(size));
            }
            total += part;
        }
        if (total != size) {
            failNode(
                "input 'split' adds up to " + std::to_string(total) + ", expected " + std::to_string(size));
        }
        return given;
    }
    if (given.empty() || given[0] <= 0) {
        failNode("input 'split' is not positive");
    }
    requireLength(isEmpty ? static_cast<size_t>((size - 1) / given[0] + 1) : 0);
    std::vector<int64_t> sizes;
    for (int64_t rest = size; rest > 0; rest -= given[0]) {
        sizes.push_back(std::min(rest, given[0]));
    }
    return sizes;
}

bool isSizeOne(const HostTensor& split)
{
    return split.descriptor.shape.empty() && toInt64Vector(split) == std::vector<int64_t> {1};
}

std::vector<HostValue> split(const HostContext& context)
{
    const HostTensor& tensor = context.tensor(0);
    const Shape& shape = tensor.descriptor.shape;
    const size_t axis = normalizeAxis(context.attributes.intOr("axis", 0), shape.size());
    // ONNX ignores 'keepdims' where sizes are given. ONNX Runtime heeds it for a given size of one, as which
    // PyTorch writes unbind, whose reader wants elements without the axis.
    const bool keeps = context.attributes.intOr("keepdims", 1) != 0
        || (context.hasInput(1) && !isSizeOne(context.tensor(1)));
    HostSequence sequence;
    int64_t first = 0;
    for (const int64_t count : partSizes(context, shape[axis])) {
        HostTensor part = partOf(tensor, axis, first, count);
        if (!keeps) {
            Shape squeezed = part.descriptor.shape;
            squeezed.erase(squeezed.begin() + static_cast<ptrdiff_t>(axis));
            part = reshaped(std::move(part), std::move(squeezed));
        }
        sequence.elements.push_back(makeHostValue(std::move(part)));
        first += count;
    }
    return one(makeHostValue(std::move(sequence)));
}

std::vector<HostValue> concat(const HostContext& context)
{
    const HostSequence& sequence = sequenceAt(context, 0);
    if (sequence.elements.empty()) {
        failNode("an empty sequence cannot be concatenated");
    }
    const bool adds = context.attributes.intOr("new_axis", 0) != 0;
    std::vector<HostTensor> widened;
    std::vector<const HostTensor*> tensors;
    for (const HostValue& element : sequence.elements) {
        if (!element.tensor) {
            failNode("an element of the sequence is no tensor");
        }
        tensors.push_back(element.tensor.get());
    }
    const size_t rank = tensors.front()->descriptor.shape.size() + (adds ? 1 : 0);
    const size_t axis = normalizeAxis(context.attributes.intOr("axis", 0), rank);
    for (const HostTensor* tensor : tensors) {
        if (adds) {
            Shape shape = tensor->descriptor.shape;
            shape.insert(shape.begin() + static_cast<ptrdiff_t>(std::min(axis, shape.size())), 1);
            widened.push_back(reshaped(*tensor, std::move(shape)));
        }
    }
    for (size_t i = 0; i < widened.size(); ++i) {
        tensors[i] = &widened[i];
    }
    return one(makeHostValue(joined(tensors, axis)));
}

std::vector<HostValue> optional(const HostContext& context)
{
    return one(context.hasInput(0) ? *context.inputs[0] : HostValue {});
}

std::vector<HostValue> getElement(const HostContext& context)
{
    if (!context.hasInput(0) || context.inputs[0]->isEmpty()) {
        failNode("input 0 is an optional without a value");
    }
    return one(*context.inputs[0]);
}

std::vector<HostValue> hasElement(const HostContext& context)
{
    HostTensor result = makeHostTensor({DataType::Bool, {}});
    setElement(result, 0, int64_t {context.hasInput(0) && !context.inputs[0]->isEmpty()});
    return one(makeHostValue(std::move(result)));
}

struct Row {
    std::string_view name;
    int64_t since;
    size_t minInputs;
    size_t maxInputs;
    HostFunction run;
};

constexpr Row rows[] = {{"SequenceEmpty", 11, 0, 0, empty}, {"SequenceConstruct", 11, 1, anyCount, construct},
    {"SequenceAt", 11, 2, 2, at}, {"SequenceLength", 11, 1, 1, length}, {"SequenceInsert", 11, 2, 3, insert},
    {"SequenceErase", 11, 1, 2, erase}, {"SplitToSequence", 11, 1, 2, split},
    {"ConcatFromSequence", 11, 1, 1, concat}, {"Optional", 15, 0, 1, optional},
    {"OptionalGetElement", 15, 1, 1, getElement}, {"OptionalHasElement", 15, 0, 1, hasElement},
    {"Identity", 1, 1, 1, optional}};

} // namespace

void registerHostOperators(HostRegistry& registry)
{
    for (const Row& row : rows) {
        registry.add({.op = {.name = row.name,
                          .sinceVersion = row.since,
                          .minInputs = row.minInputs,
                          .maxInputs = row.maxInputs},
            .run = row.run});
    }
}

} // namespace weightless::ops::sequence
