// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/inputshapes.h"

#include "engine/base/error.h"
#include "engine/runtime/importer.h"
#include "engine/runtime/symbols.h"

#include <algorithm>

namespace weightless {

namespace {

[[noreturn]] void fail(const std::string& message)
{
    throw Error(ErrorKind::InvalidArgument, message);
}

void checkFits(const ValueInfo& input, const TensorDescriptor& tensor)
{
    bool isFitting = input.type == DataType::Undefined || input.type == tensor.type;
    if (input.shape) {
        isFitting = isFitting && input.shape->size() == tensor.shape.size();
        for (size_t axis = 0; isFitting && axis < tensor.shape.size(); ++axis) {
            const Dimension& dimension = (*input.shape)[axis];
            isFitting = dimension.isFree() || dimension.value == tensor.shape[axis];
        }
    }
    if (!isFitting) {
        fail("Input '" + input.name + "' is " + describe(input) + ", but the tensor for it is "
            + toString(tensor));
    }
}

void collectSizes(
    const ValueInfo& input, const TensorDescriptor& tensor, std::map<std::string, FedDimension>& sizes)
{
    if (!input.shape) {
        return;
    }
    for (size_t axis = 0; axis < tensor.shape.size(); ++axis) {
        if (!(*input.shape)[axis].isFree()) {
            continue;
        }
        const std::string symbol = symbolOf(input, axis);
        const auto [known, isNew] = sizes.emplace(symbol, FedDimension {tensor.shape[axis], input.name});
        if (!isNew && known->second.size != tensor.shape[axis]) {
            fail("Dimension '" + symbol + "' is " + std::to_string(known->second.size)
                + " in the tensor for input '" + known->second.input + "', but "
                + std::to_string(tensor.shape[axis]) + " in the one for '" + input.name + "'");
        }
    }
}

// Whether the main graph has a constant of that name, which is an input from now on.
bool takesConstant(ModelGraph& graph, const std::string& name, const TensorDescriptor& tensor)
{
    const auto constant =
        std::ranges::find_if(graph.constants, [&](const auto& each) { return each->name == name; });
    if (constant == graph.constants.end()) {
        return false;
    }
    ValueInfo input {name, (*constant)->descriptor.type, SymbolicShape(tensor.shape.size())};
    for (size_t axis = 0; axis < tensor.shape.size(); ++axis) {
        (*input.shape)[axis].value = tensor.shape[axis];
    }
    checkFits(input, tensor);
    std::erase_if(graph.constants, [&](const auto& each) { return each->name == name; });
    graph.inputs.push_back(std::move(input));
    return true;
}

// The axis whose size nobody has decided, if it is the only one; `others` is what the others multiply to.
std::optional<size_t> undecidedAxis(
    const ValueInfo& input, const std::map<std::string, int64_t>& known, int64_t& others)
{
    std::optional<size_t> undecided;
    others = 1;
    for (size_t axis = 0; axis < input.shape->size(); ++axis) {
        const Dimension& dimension = (*input.shape)[axis];
        const auto found = dimension.isFree() ? known.find(symbolOf(input, axis)) : known.end();
        if (dimension.isFree() && found == known.end()) {
            if (undecided) {
                return std::nullopt;
            }
            undecided = axis;
            continue;
        }
        const auto product = elementCount({others, dimension.isFree() ? found->second : dimension.value});
        if (product.value_or(0) <= 0) {
            return std::nullopt;
        }
        others = *product;
    }
    return undecided;
}

} // namespace

std::map<std::string, FedDimension> fixInputShapes(
    Model& model, const std::map<std::string, TensorDescriptor>& fed)
{
    std::map<std::string, FedDimension> sizes;
    for (const auto& [name, tensor] : fed) {
        const auto input = std::ranges::find(model.graph.inputs, name, &ValueInfo::name);
        if (input == model.graph.inputs.end() && takesConstant(model.graph, name, tensor)) {
            continue;
        }
        if (input == model.graph.inputs.end()) {
            std::string names;
            for (const ValueInfo& each : model.graph.inputs) {
                names += (names.empty() ? "'" : ", '") + each.name + "'";
            }
            fail("The model has no input '" + name + "'; its inputs are " + (names.empty() ? "none" : names));
        }
        checkFits(*input, tensor);
        collectSizes(*input, tensor, sizes);
    }
    for (ValueInfo& input : model.graph.inputs) {
        const auto tensor = fed.find(input.name);
        if (!input.shape && tensor != fed.end()) {
            input.shape = SymbolicShape(tensor->second.shape.size());
            for (size_t axis = 0; axis < tensor->second.shape.size(); ++axis) {
                (*input.shape)[axis].value = tensor->second.shape[axis];
            }
        }
        for (size_t axis = 0; input.shape && axis < input.shape->size(); ++axis) {
            const auto size = sizes.find(symbolOf(input, axis));
            if ((*input.shape)[axis].isFree() && size != sizes.end()) {
                (*input.shape)[axis].value = size->second.size;
            }
        }
    }
    return sizes;
}

std::map<std::string, Shape> inputShapes(const Model& model, const std::map<std::string, int64_t>& dimensions)
{
    std::map<std::string, int64_t> sizes = dimensions;
    std::vector<FreeDimension> all = freeDimensionsOf(model);
    followSizes(all, dimensions);
    for (const FreeDimension& dimension : all) {
        sizes.emplace(dimension.symbol, dimension.suggested);
    }
    std::map<std::string, Shape> shapes;
    for (const ValueInfo& input : model.graph.inputs) {
        if (!input.shape || std::ranges::none_of(*input.shape, &Dimension::isFree)) {
            continue;
        }
        Shape& shape = shapes[input.name];
        for (size_t axis = 0; axis < input.shape->size(); ++axis) {
            const Dimension& dimension = (*input.shape)[axis];
            shape.push_back(dimension.isFree() ? sizes.at(symbolOf(input, axis)) : dimension.value);
        }
    }
    return shapes;
}

std::map<std::string, int64_t> sizesOfTexts(const std::vector<ValueInfo>& inputs,
    const std::map<std::string, InputSource>& sources, const std::map<std::string, int64_t>& known)
{
    std::map<std::string, int64_t> sizes;
    for (const ValueInfo& input : inputs) {
        const auto source = sources.find(input.name);
        if (source == sources.end() || source->second.kind != InputKind::Text || !input.shape
            || input.type != DataType::String || input.kind != "tensor") {
            continue;
        }
        int64_t others = 1;
        const auto axis = undecidedAxis(input, known, others);
        const auto texts = static_cast<int64_t>(textsOf(source->second).size());
        if (axis && texts > 1 && texts % others == 0) {
            sizes.emplace(symbolOf(input, *axis), texts / others);
        }
    }
    return sizes;
}

std::optional<SymbolicShape> outputShape(const ValueInfo& output, const Shape& planned,
    const std::map<std::string, int64_t>& plannedSizes, const std::map<std::string, int64_t>& sizes)
{
    if (!output.shape || output.shape->size() != planned.size()) {
        return std::nullopt;
    }
    SymbolicShape shape(planned.size());
    for (size_t axis = 0; axis < planned.size(); ++axis) {
        const Dimension& dimension = (*output.shape)[axis];
        const std::string symbol = dimension.isFree() ? symbolOf(output, axis) : std::string();
        const auto before = plannedSizes.find(symbol);
        const auto now = sizes.find(symbol);
        // Models are made without a check of what they declare: one that is wrong about the plan is not
        // asked.
        if (!dimension.isFree() && dimension.value == planned[axis]) {
            shape[axis].value = dimension.value;
        } else if (before != plannedSizes.end() && before->second == planned[axis] && now != sizes.end()) {
            shape[axis].value = now->second;
        }
    }
    return shape;
}

std::string describe(const ValueInfo& value)
{
    if (value.kind != "tensor") {
        return value.kind;
    }
    return toString(value.type) + (value.shape ? toString(*value.shape) : " of unknown rank");
}

TensorDescriptor stringInput(
    const Model& model, const std::string& name, const std::map<std::string, int64_t>& dimensions)
{
    const auto input = std::ranges::find(model.graph.inputs, name, &ValueInfo::name);
    if (input == model.graph.inputs.end() || input->type != DataType::String || input->kind != "tensor") {
        return {};
    }
    TensorDescriptor descriptor {DataType::String, {}};
    for (size_t axis = 0; input->shape && axis < input->shape->size(); ++axis) {
        const Dimension& dimension = (*input->shape)[axis];
        const auto given = dimension.isFree() ? dimensions.find(symbolOf(*input, axis)) : dimensions.end();
        descriptor.shape.push_back(!dimension.isFree() ? dimension.value
                : given != dimensions.end()            ? given->second
                                                       : 1);
    }
    return descriptor;
}

} // namespace weightless
