// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/nodeview.h"

#include "engine/base/error.h"
#include "engine/ops/valueneeded.h"

#include <algorithm>

namespace weightless::ops {

NodeView::NodeView(const InferenceContext& context)
    : attributes(&context.attributes())
    , opset(context.opset())
    , outputs(context.outputCount())
{
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.push_back(context.hasInput(i) ? context.input(i) : TensorDescriptor {});
        values.push_back(context.value(i));
    }
}

NodeView::NodeView(const FoldContext& context)
    : attributes(&context.attributes)
    , opset(context.opset)
    , inputs(context.inputDescriptors.begin(), context.inputDescriptors.end())
    , values(context.inputs.begin(), context.inputs.end())
    , outputs(context.outputs.begin(), context.outputs.end())
{
}

NodeView::NodeView(const LoweringContext& context)
    : attributes(&context.attributes())
    , opset(context.opset())
{
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.push_back(context.hasInput(i) ? context.input(i).descriptor : TensorDescriptor {});
        values.push_back(context.hasInput(i) ? context.value(i) : nullptr);
    }
    for (size_t i = 0; i < context.outputCount(); ++i) {
        outputs.push_back(context.output(i).descriptor);
    }
}

bool NodeView::hasInput(size_t index) const
{
    return index < inputs.size() && inputs[index].type != DataType::Undefined;
}

const TensorDescriptor& NodeView::input(size_t index) const
{
    if (!hasInput(index)) {
        failNode("input " + std::to_string(index) + " is missing");
    }
    return inputs[index];
}

bool NodeView::isWidened(size_t index) const
{
    const auto widened = attributes->ints(widenedAttribute);
    return widened && std::ranges::find(*widened, static_cast<int64_t>(index)) != widened->end();
}

const HostTensor* NodeView::value(size_t index) const
{
    return hasInput(index) ? values[index] : nullptr;
}

std::vector<int64_t> NodeView::ints(size_t index, std::string_view inputName) const
{
    const TensorDescriptor& descriptor = input(index);
    const std::string quotedName = "input '" + std::string(inputName) + "'";
    if ((descriptor.type != DataType::Int64 && descriptor.type != DataType::Int32)
        || descriptor.shape.size() > 1) {
        failNode(quotedName + " is " + toString(descriptor) + ", expected a list of int64 or int32");
    }
    const HostTensor* known = value(index);
    if (known == nullptr) {
        throw ValueNeeded(index, std::string(inputName));
    }
    return toInt64Vector(*known);
}

std::optional<std::vector<int64_t>> NodeView::optionalInts(
    std::string_view attributeName, size_t inputIndex) const
{
    if (hasInput(inputIndex)) {
        return ints(inputIndex, attributeName);
    }
    return attributes->ints(attributeName);
}

namespace {

void requireOneElement(const HostTensor& value, std::string_view inputName)
{
    if (elementCount(value.descriptor.shape) != 1) {
        failNode("input '" + std::string(inputName) + "' is " + toString(value.descriptor)
            + ", expected one element");
    }
}

} // namespace

double scalarAsDouble(const HostTensor& value, std::string_view inputName)
{
    requireOneElement(value, inputName);
    return elementAsDouble(value, 0);
}

int64_t scalarAsInt64(const HostTensor& value, std::string_view inputName)
{
    requireOneElement(value, inputName);
    return elementAsInt64(value, 0);
}

void failNode(const std::string& what)
{
    throw Error(ErrorKind::InvalidArgument, what);
}

size_t normalizeAxis(int64_t axis, size_t rank)
{
    const auto signedRank = static_cast<int64_t>(rank);
    if (axis < -signedRank || axis >= signedRank) {
        failNode("axis " + std::to_string(axis) + " is outside a tensor of rank " + std::to_string(rank));
    }
    return static_cast<size_t>(axis < 0 ? axis + signedRank : axis);
}

} // namespace weightless::ops
