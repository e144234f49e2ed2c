// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/bodyimporter.h"

#include "engine/base/error.h"
#include "engine/constants/loadoptions.h"
#include "engine/model/nodeorder.h"
#include "engine/ops/finitecast.h"
#include "engine/runtime/inputcasts.h"
#include "engine/runtime/resolving.h"
#include "engine/runtime/weightstype.h"
#include "engine/runtime/widening.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace weightless {

namespace {

std::vector<std::string_view> graphAttributes(ops::ControlFlow controlFlow)
{
    switch (controlFlow) {
    case ops::ControlFlow::None:
        return {};
    case ops::ControlFlow::If:
        return {"then_branch", "else_branch"};
    case ops::ControlFlow::Loop:
    case ops::ControlFlow::Scan:
    case ops::ControlFlow::SequenceMap:
        break;
    }
    return {"body"};
}

TensorDescriptor declaredOf(const ValueInfo& value)
{
    TensorDescriptor declared {value.type, {}};
    for (size_t i = 0; value.shape && i < value.shape->size(); ++i) {
        const Dimension& dimension = (*value.shape)[i];
        declared.shape.push_back(dimension.isFree() ? 0 : dimension.value);
    }
    return declared;
}

class BodyImporter final : public Scope {
public:
    BodyImporter(Scope& outer, int64_t opset, const BodyConstants& constants, size_t depth)
        : m_outer(outer)
        , m_graphConstants(constants)
        , m_depth(depth)
    {
        m_body->dataflow.opset = opset;
    }

    // `captured`: what the body reads from outside, by value id there.
    std::shared_ptr<plan::Body> import(const ModelGraph& graph, std::vector<plan::ValueId>& captured)
    {
        m_graph = &graph;
        for (const auto& constant : graph.constants) {
            m_constants.emplace(constant->name, constant);
        }
        for (const ValueInfo& input : graph.inputs) {
            define(input.name, declareInput(input.name));
            m_body->declaredInputs.push_back(declaredOf(input));
        }
        m_body->formalInputs = graph.inputs.size();
        for (const Node* node : sortedNodes(graph)) {
            addNode(*node);
        }
        for (const ValueInfo& output : graph.outputs) {
            const plan::ValueId id = require(output.name, graph.name);
            m_body->dataflow.outputs.emplace_back(output.name, asInModel(id, output));
            m_body->declaredOutputs.push_back(declaredOf(output));
        }
        captured = m_captured;
        return m_body;
    }

    std::optional<plan::ValueId> valueOf(const std::string& name) override
    {
        if (const auto found = m_ids.find(name); found != m_ids.end()) {
            return found->second;
        }
        if (m_constants.contains(name)) {
            return std::nullopt;
        }
        const auto outer = m_outer.valueOf(name);
        if (!outer) {
            return std::nullopt;
        }
        // What is known is no input: shapes follow from it, and its type is that of a constant.
        const auto known = m_outer.knownOf(name);
        const plan::ValueId id =
            known ? declare({plan::ValueKind::Known, 0, known->descriptor, known, name}) : declareInput(name);
        if (const DataType type = m_outer.widened().typeOf(name); type != DataType::Undefined) {
            m_widened.add(name, type);
        }
        if (!known) {
            m_captured.push_back(*outer);
        }
        m_ids.emplace(name, id);
        return id;
    }

    std::shared_ptr<const ConstantInfo> constantOf(const std::string& name) override
    {
        const auto found = m_constants.find(name);
        return found != m_constants.end() ? found->second : m_outer.constantOf(name);
    }

    std::shared_ptr<const HostTensor> knownOf(const std::string& name) const override
    {
        const auto found = m_ids.find(name);
        return found != m_ids.end() ? m_body->dataflow.values[found->second].known : nullptr;
    }

    const WidenedValues& widened() const override { return m_widened; }

private:
    plan::ValueId declare(plan::Value value)
    {
        m_body->dataflow.values.push_back(std::move(value));
        return static_cast<plan::ValueId>(m_body->dataflow.values.size() - 1);
    }

    plan::ValueId declareInput(const std::string& name)
    {
        const plan::ValueId id =
            declare({plan::ValueKind::Input, m_body->dataflow.inputs.size(), {}, nullptr, name});
        m_body->dataflow.inputs.push_back(id);
        return id;
    }

    plan::ValueId declareConstant(
        const std::shared_ptr<const ConstantInfo>& constant, const std::string& name)
    {
        const std::shared_ptr<const ConstantInfo> info = m_graphConstants.declared(constant, name);
        if (weightless::isWidened(*constant, *info)) {
            m_widened.add(name, constant->descriptor.type);
        }
        if (info->value) {
            return declare({plan::ValueKind::Known, 0, info->descriptor,
                std::shared_ptr<const HostTensor>(info, &*info->value), info->name});
        }
        return declare({plan::ValueKind::Constant, m_graphConstants.indexOf(info), info->descriptor, nullptr,
            info->name});
    }

    plan::ValueId require(const std::string& name, const std::string& user)
    {
        if (const auto value = valueOf(name)) {
            return *value;
        }
        if (const auto constant = constantOf(name)) {
            const plan::ValueId id = declareConstant(constant, name);
            m_ids.emplace(name, id);
            return id;
        }
        throw Error(ErrorKind::InvalidArgument,
            "'" + user + "' uses '" + name + "', " + whyUndefined(*m_graph, name));
    }

    void define(const std::string& name, plan::ValueId id)
    {
        if (!name.empty() && (m_constants.contains(name) || !m_ids.emplace(name, id).second)) {
            throw Error(ErrorKind::InvalidArgument, "A body defines '" + name + "' twice");
        }
    }

    void addNode(const Node& node)
    {
        if (const auto constant = constantOfNode(node); constant && node.outputs.size() == 1) {
            define(node.outputs[0], declareConstant(constant, node.outputs[0]));
            return;
        }
        const bool isStandard = node.domain.empty() || node.domain == "ai.onnx";
        if (isStandard && node.opType == "Identity" && node.inputs.size() == 1 && node.outputs.size() == 1) {
            // Another name for the same value: a condition that a loop hands on is not computed.
            define(node.outputs[0], require(node.inputs[0], displayName(node)));
            m_widened.follow(node);
            return;
        }
        plan::DataflowNode added;
        resolve(added, node.opType, isStandard ? "" : node.domain, m_body->dataflow.opset);
        added.name = displayName(node);
        for (const std::string& input : node.inputs) {
            added.inputs.push_back(
                input.empty() ? std::nullopt : std::optional(require(input, displayName(node))));
        }
        added.attributes = m_graphConstants.weightsType.completed(
            node, m_widened.attributesOf(node)); // of inputs that are known now
        for (const size_t i : m_widened.inputsAsInModel(node)) {
            added.inputs[i] = cast(*added.inputs[i], m_widened.typeOf(node.inputs[i]));
        }
        if (controlFlowOf(added) == ops::ControlFlow::None) {
            unify(node, added.inputs);
        }
        while (!added.inputs.empty() && !added.inputs.back()) {
            added.inputs.pop_back();
        }
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            added.outputs.push_back(0);
        }
        checkCounts(added);
        attachBodies(added, node, *this, m_body->dataflow.opset, m_graphConstants, m_depth + 1);
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            plan::Value output;
            output.name = node.outputs[i];
            added.outputs[i] = declare(std::move(output));
            define(node.outputs[i], added.outputs[i]);
        }
        m_body->dataflow.nodes.push_back(std::move(added));
        m_widened.follow(node);
    }

    plan::ValueId cast(plan::ValueId value, DataType type)
    {
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(type));
        return addCast("Cast", "", {value}, std::move(attributes));
    }

    plan::ValueId addCast(std::string_view opType, std::string_view domain,
        std::vector<std::optional<plan::ValueId>> inputs, Attributes attributes)
    {
        plan::DataflowNode node;
        resolve(node, opType, domain, m_body->dataflow.opset);
        node.attributes = std::move(attributes);
        node.inputs = std::move(inputs);
        node.outputs = {declare({})};
        m_body->dataflow.nodes.push_back(node);
        return node.outputs[0];
    }

    // An output is what the model declares, so that all iterations and branches yield the same.
    plan::ValueId asInModel(plan::ValueId id, const ValueInfo& output)
    {
        if (const DataType widened = m_widened.typeOf(output.name); widened != DataType::Undefined) {
            return cast(id, widened);
        }
        const std::optional<InputCast> end = m_graphConstants.weightsType.castAtEnd(output);
        return end ? addCast("CastBeside", "weightless", {id}, attributesOf(*end)) : id;
    }

    // Brings the inputs of a node to one type of float where they need it, once a run tells their types.
    void unify(const Node& node, std::vector<std::optional<plan::ValueId>>& inputs)
    {
        std::vector<InputType> types;
        types.reserve(inputs.size());
        std::vector<const HostTensor*> known;
        known.reserve(inputs.size());
        for (const auto& input : inputs) {
            const plan::Value* value = input ? &m_body->dataflow.values[*input] : nullptr;
            types.push_back(value != nullptr ? std::optional(value->descriptor.type) : std::nullopt);
            known.push_back(value != nullptr ? value->known.get() : nullptr);
        }
        const auto before = inputs;
        for (InputCast each : m_graphConstants.weightsType.castsInBody(node, types, known)) {
            if (each.same) {
                inputs[each.input] = inputs[*each.same];
                continue;
            }
            if (const uint64_t beyond = clampedAsWeight(each, known[each.input]); beyond > 0) {
                const bool mayBe = each.beside != DataType::Undefined;
                m_graphConstants.noteClamped({node.inputs[each.input], each.to, beyond, mayBe});
            }
            inputs[each.input] =
                addCast("CastBeside", "weightless", inputsOf(each, before, inputs), attributesOf(each));
        }
    }

    Scope& m_outer;
    const BodyConstants& m_graphConstants;
    size_t m_depth;
    const ModelGraph* m_graph = nullptr; // that is imported
    std::shared_ptr<plan::Body> m_body = std::make_shared<plan::Body>();
    std::unordered_map<std::string, plan::ValueId> m_ids;
    std::unordered_map<std::string, std::shared_ptr<const ConstantInfo>> m_constants;
    WidenedValues m_widened;
    std::vector<plan::ValueId> m_captured;
};

std::shared_ptr<const ConstantInfo> stringConstant(std::vector<std::string> values, Shape shape)
{
    ConstantInfo constant;
    constant.descriptor = {DataType::String, std::move(shape)};
    constant.value = HostTensor {constant.descriptor, {}, std::move(values)};
    return std::make_shared<const ConstantInfo>(std::move(constant));
}

} // namespace

void attachBodies(plan::DataflowNode& node, const Node& source, Scope& scope, int64_t opset,
    const BodyConstants& constants, size_t depth)
{
    const std::vector<std::string_view> names = graphAttributes(controlFlowOf(node));
    if (names.empty()) {
        return;
    }
    if (depth > maxBodyDepth) {
        throw Error(ErrorKind::InvalidArgument,
            plan::describe(node) + ": more than " + std::to_string(maxBodyDepth)
                + " graphs stand inside each other");
    }
    node.inputs.resize(std::max<size_t>(node.inputs.size(), 2)); // trailing ones may be omitted
    const size_t mostInputs = controlFlowOf(node) == ops::ControlFlow::If ? 0 : node.inputs.size();
    for (const std::string_view name : names) {
        const AttributeValue* value = source.attributes.find(name);
        const auto* graph =
            value != nullptr ? std::get_if<std::shared_ptr<const ModelGraph>>(value) : nullptr;
        if (graph == nullptr || *graph == nullptr) {
            throw Error(ErrorKind::InvalidArgument,
                plan::describe(node) + " has no graph '" + std::string(name) + "'");
        }
        std::vector<plan::ValueId> captured;
        const auto body = BodyImporter(scope, opset, constants, depth).import(**graph, captured);
        if (body->formalInputs > mostInputs) {
            throw Error(ErrorKind::InvalidArgument,
                plan::describe(node) + ": its graph '" + std::string(name) + "' has "
                    + std::to_string(body->formalInputs) + " inputs, expected at most "
                    + std::to_string(mostInputs));
        }
        body->firstCapture = node.inputs.size();
        node.inputs.insert(node.inputs.end(), captured.begin(), captured.end());
        node.bodies.push_back(body);
    }
}

std::string displayName(const Node& node)
{
    if (!node.name.empty()) {
        return node.name;
    }
    return node.outputs.empty() ? node.opType : node.outputs.front();
}

std::shared_ptr<const ConstantInfo> constantOfNode(const Node& node)
{
    if (!isStandardConstant(node)) {
        return nullptr;
    }
    if (auto tensor = node.attributes.tensor("value")) {
        return tensor;
    }
    if (const AttributeValue* value = node.attributes.find("value_string")) {
        if (const auto* text = std::get_if<std::string>(value)) {
            return stringConstant({*text}, {});
        }
    }
    if (const AttributeValue* value = node.attributes.find("value_strings")) {
        if (const auto* list = std::get_if<std::vector<std::string>>(value)) {
            return stringConstant(*list, {static_cast<int64_t>(list->size())});
        }
    }
    return nullptr;
}

} // namespace weightless
