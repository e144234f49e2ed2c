// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"

#include "engine/base/error.h"
#include "engine/constants/loadoptions.h"
#include "engine/model/nodeorder.h"
#include "engine/model/opset.h"
#include "engine/runtime/bodyimporter.h"
#include "engine/runtime/context.h"
#include "engine/runtime/functions.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/resolving.h"
#include "engine/runtime/symbols.h"
#include "engine/runtime/weightstype.h"
#include "engine/runtime/widening.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace weightless {

namespace {

std::map<std::string, int64_t> fixedDimensions(const Model& model, const BuildOptions& options)
{
    std::map<std::string, int64_t> sizes;
    std::string missing;
    std::vector<FreeDimension> dimensions = freeDimensionsOf(model);
    followSizes(dimensions, options.freeDimensions);
    for (const FreeDimension& dimension : dimensions) {
        const auto given = options.freeDimensions.find(dimension.symbol);
        if (given != options.freeDimensions.end()) {
            if (given->second < 0) {
                throw Error(ErrorKind::InvalidArgument,
                    "Dimension '" + dimension.symbol + "' cannot be " + std::to_string(given->second));
            }
            sizes[dimension.symbol] = given->second;
        } else if (options.usesSuggestions) {
            sizes[dimension.symbol] = dimension.suggested;
        } else {
            missing +=
                (missing.empty() ? "'" : ", '") + dimension.symbol + "' (" + dimension.inputs.front() + ")";
        }
    }
    if (!missing.empty()) {
        throw Error(
            ErrorKind::InvalidArgument, "Free dimensions are not fixed: " + missing + "; give each a size");
    }
    for (const auto& [symbol, size] : options.freeDimensions) {
        if (!sizes.contains(symbol)) {
            throw Error(ErrorKind::InvalidArgument, "The model has no free dimension '" + symbol + "'");
        }
    }
    return sizes;
}

class Importer final : public Scope {
public:
    Importer(const std::shared_ptr<Context>& context, const Model& model,
        std::map<std::string, int64_t> dimensions, const BuildOptions& options, const Model* whole)
        : m_model(model)
        , m_options(options)
        , m_builder(context, model.opset(), options.stopToken)
        , m_weightsType(options.weightsType, (whole != nullptr ? *whole : model).graph)
        , m_dimensions(std::move(dimensions))
    {
        m_builder.setActivationBudget(options.activationBudget);
    }

    std::shared_ptr<Graph> import()
    {
        for (const auto& constant : m_model.graph.constants) {
            m_constants.emplace(constant->name, constant);
        }
        for (const ValueInfo& input : m_model.graph.inputs) {
            addInput(input);
        }
        for (const Node* node : sortedNodes(m_model.graph)) {
            addNode(*node);
        }
        std::vector<std::pair<std::string, Operand>> outputs;
        std::set<std::string_view> given; // exporters name a value twice that a program returned twice
        for (const ValueInfo& output : m_model.graph.outputs) {
            if (!given.insert(output.name).second) {
                continue;
            }
            const Operand operand = operandOf(output.name, "graph output");
            outputs.emplace_back(output.name, m_weightsType.asDeclared(m_builder, operand, output));
        }
        return m_builder.build(outputs);
    }

private:
    void addInput(const ValueInfo& input)
    {
        if (input.kind == "sequence" || input.kind == "optional" || input.type == DataType::String) {
            m_operands.insert_or_assign(input.name, m_builder.opaqueInput(input.name));
            return;
        }
        if (input.kind != "tensor") {
            throw Error(ErrorKind::Unsupported,
                "Input '" + input.name + "' is a " + input.kind + ", which cannot be run");
        }
        if (!input.shape) {
            throw Error(ErrorKind::Unsupported, "Input '" + input.name + "' has no rank in the model");
        }
        TensorDescriptor descriptor {input.type, {}};
        std::vector<bool> free;
        for (size_t axis = 0; axis < input.shape->size(); ++axis) {
            const Dimension& dimension = (*input.shape)[axis];
            descriptor.shape.push_back(
                dimension.isFree() ? m_dimensions.at(symbolOf(input, axis)) : dimension.value);
            free.push_back(dimension.isFree());
        }
        m_operands.insert_or_assign(
            input.name, m_builder.input(input.name, std::move(descriptor), std::move(free)));
    }

    void addNode(const Node& node)
    {
        if (isStandardConstant(node)) {
            addConstantNode(node);
            return;
        }
        std::vector<std::optional<Operand>> inputs;
        for (const std::string& input : node.inputs) {
            inputs.push_back(
                input.empty() ? std::nullopt : std::optional(operandOf(input, displayName(node))));
        }
        const std::string domain = node.domain == "ai.onnx" ? "" : node.domain;
        plan::DataflowNode resolved;
        resolve(resolved, node.opType, domain, m_model.opset());
        const bool hasBodies = controlFlowOf(resolved) != ops::ControlFlow::None;
        if (!hasBodies) { // whose own nodes take what comes
            m_weightsType.unify(m_builder, node, inputs);
        }
        for (const size_t i : m_widened.inputsAsInModel(node)) {
            Attributes asInModel;
            asInModel.set("to", static_cast<int64_t>(m_widened.typeOf(node.inputs[i])));
            inputs[i] = m_builder.node("Cast", {*inputs[i]}, asInModel);
        }
        const std::vector<Operand> outputs = hasBodies
            ? addControlFlow(std::move(resolved), node, inputs)
            : m_builder.node(node.opType, inputs, m_weightsType.completed(node, m_widened.attributesOf(node)),
                node.outputs.size(), displayName(node), domain);
        for (size_t i = 0; i < outputs.size(); ++i) {
            define(node.outputs[i], outputs[i], node);
        }
        m_widened.follow(node);
    }

    std::vector<Operand> addControlFlow(
        plan::DataflowNode added, const Node& node, const std::vector<std::optional<Operand>>& inputs)
    {
        added.attributes = node.attributes;
        added.name = displayName(node);
        for (const auto& input : inputs) {
            added.inputs.push_back(
                input ? std::optional(static_cast<plan::ValueId>(m_builder.idOf(*input))) : std::nullopt);
        }
        while (!added.inputs.empty() && !added.inputs.back()) {
            added.inputs.pop_back();
        }
        added.outputs.resize(node.outputs.size());
        checkCounts(added);
        attachBodies(added, node, *this, m_model.opset(),
            {[this](const auto& constant, const std::string& name) { return declared(constant, name); },
                [this](const auto& constant) { return m_builder.declareHollow(constant, true); },
                m_weightsType,
                [this](ClampedConstant constant) { m_builder.noteClamped(std::move(constant)); }});
        return m_builder.add(std::move(added));
    }

    std::optional<plan::ValueId> valueOf(const std::string& name) override
    {
        const auto found = m_operands.find(name);
        return found != m_operands.end()
            ? std::optional(static_cast<plan::ValueId>(m_builder.idOf(found->second)))
            : std::nullopt;
    }

    std::shared_ptr<const ConstantInfo> constantOf(const std::string& name) override
    {
        const auto found = m_constants.find(name);
        return found != m_constants.end() ? found->second : nullptr;
    }

    std::shared_ptr<const HostTensor> knownOf(const std::string& name) const override
    {
        const auto found = m_operands.find(name);
        return found != m_operands.end() ? m_builder.lastingValue(found->second) : nullptr;
    }

    const WidenedValues& widened() const override { return m_widened; }

    // The same for the same constant, wherever it is used as one type: calls of a function share theirs.
    const std::shared_ptr<const ConstantInfo>& declared(
        const std::shared_ptr<const ConstantInfo>& constant, const std::string& name)
    {
        auto& known = m_declared[{constant.get(), m_weightsType.typeOf(*constant, name)}];
        if (!known) {
            known = m_weightsType.declared(constant, name);
        }
        return known;
    }

    Operand constantOperand(const std::shared_ptr<const ConstantInfo>& info, const std::string& name)
    {
        const std::shared_ptr<const ConstantInfo>& added = declared(info, name);
        if (weightless::isWidened(*info, *added)) {
            m_widened.add(name, info->descriptor.type);
        }
        return m_builder.constant(added);
    }

    void addConstantNode(const Node& node)
    {
        if (node.outputs.size() != 1) {
            throw Error(ErrorKind::InvalidArgument,
                "Node '" + displayName(node) + "' (Constant) must have one output");
        }
        if (const auto tensor = constantOfNode(node)) {
            define(node.outputs[0], constantOperand(tensor, node.outputs[0]), node);
            return;
        }
        const std::vector<Operand> outputs = m_builder.node(
            "Constant", std::span<const std::optional<Operand>> {}, node.attributes, 1, displayName(node));
        define(node.outputs[0], outputs[0], node);
    }

    void define(const std::string& name, const Operand& operand, const Node& node)
    {
        if (name.empty()) {
            return;
        }
        if (m_constants.contains(name) || !m_operands.emplace(name, operand).second) {
            throw Error(ErrorKind::InvalidArgument,
                "Node '" + displayName(node) + "' (" + node.opType + ") defines '" + name
                    + "', which is defined already");
        }
        if (m_options.onValue && operand.type() != DataType::Undefined) {
            m_options.onValue(name, operand.descriptor());
        }
    }

    // Initializers become constants of the graph when something uses them.
    Operand operandOf(const std::string& name, const std::string& user)
    {
        if (const auto found = m_operands.find(name); found != m_operands.end()) {
            return found->second;
        }
        if (const auto constant = m_constants.find(name); constant != m_constants.end()) {
            const Operand operand = constantOperand(constant->second, name);
            m_operands.emplace(name, operand);
            m_constants.erase(constant);
            return operand;
        }
        throw Error(ErrorKind::InvalidArgument,
            "'" + user + "' uses '" + name + "', " + whyUndefined(m_model.graph, name));
    }

    const Model& m_model;
    const BuildOptions& m_options;
    GraphBuilder m_builder;
    WeightsType m_weightsType;
    std::map<std::string, int64_t> m_dimensions;
    std::unordered_map<std::string, Operand> m_operands;
    std::unordered_map<std::string, std::shared_ptr<const ConstantInfo>> m_constants; // not used yet
    WidenedValues m_widened;
    std::map<std::pair<const ConstantInfo*, DataType>, std::shared_ptr<const ConstantInfo>> m_declared;
};

void requireSupported(const Model& model)
{
    const std::vector<UnsupportedOperator> unsupported = unsupportedOperators(model);
    if (unsupported.empty()) {
        return;
    }
    std::string list;
    for (const UnsupportedOperator& op : unsupported) {
        list += (list.empty() ? "" : ", ") + op.name + " (" + std::to_string(op.count)
            + (op.sinceOpset > 0 ? ", known from opset " + std::to_string(op.sinceOpset)
                        + " on, the model imports " + std::to_string(model.opset())
                                 : "")
            + ")";
    }
    for (const std::string& more : {adviceAbout(unsupported), describeNewerOpset(model.opset())}) {
        list += more.empty() ? "" : ". " + more;
    }
    throw Error(ErrorKind::Unsupported, "The model uses operators that are not supported: " + list);
}

} // namespace

std::shared_ptr<Graph> buildGraph(
    const std::shared_ptr<Context>& context, const Model& model, const BuildOptions& options)
{
    const bool isFlat = !needsInlining(model);
    const Model inlined = isFlat ? Model() : withFunctionsInlined(model, options.stopToken);
    const Model& flat = isFlat ? model : inlined;
    requireSupported(flat);
    // Functions of the whole hide nodes, too. Only types ask for it.
    std::optional<Model> flatWhole;
    if (options.weightsType && options.partOf != nullptr && needsInlining(*options.partOf)) {
        flatWhole = withFunctionsInlined(*options.partOf, options.stopToken);
    }
    const Model* whole = flatWhole ? &*flatWhole : options.partOf;
    return Importer(context, flat, fixedDimensions(flat, options), options, whole).import();
}

} // namespace weightless
