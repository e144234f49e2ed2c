// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graphbuilder.h"

#include "engine/base/error.h"
#include "engine/plan/planner.h"
#include "engine/runtime/builderstate.h"

#include <algorithm>

namespace weightless {

namespace {

uint64_t requireByteCount(const TensorDescriptor& descriptor, const std::string& what)
{
    const auto bytes = byteCount(descriptor);
    if (!bytes) {
        throw Error(ErrorKind::InvalidArgument,
            what + " cannot be " + toString(descriptor) + ": it has no size in bytes");
    }
    return *bytes;
}

plan::ValueId declare(GraphBuilderState& state, plan::Value value)
{
    plan::specializeValue(value, state.specialization);
    state.dataflow.values.push_back(std::move(value));
    return static_cast<plan::ValueId>(state.dataflow.values.size() - 1);
}

const ops::Operator& findOperator(
    const GraphBuilderState& state, std::string_view opType, std::string_view domain)
{
    const ops::Registry& registry = ops::standardRegistry();
    const ops::Operator* op = registry.find(domain, opType, state.dataflow.opset);
    if (op == nullptr) {
        const std::string fullName =
            domain.empty() ? std::string(opType) : std::string(domain) + "." + std::string(opType);
        throw Error(ErrorKind::Unsupported,
            registry.knowsName(domain, opType)
                ? "Operator " + fullName + " is not part of opset " + std::to_string(state.dataflow.opset)
                : "Operator " + fullName + " is not supported");
    }
    return *op;
}

void checkCounts(const plan::DataflowNode& node)
{
    const size_t count = node.inputs.size();
    if (count < node.op->minInputs || count > node.op->maxInputs) {
        const std::string most =
            node.op->maxInputs == ops::anyCount ? "or more" : "to " + std::to_string(node.op->maxInputs);
        throw Error(ErrorKind::InvalidArgument,
            plan::describe(node) + " has " + std::to_string(count) + " inputs, expected "
                + std::to_string(node.op->minInputs) + " " + most);
    }
    if (node.outputs.size() > node.op->maxOutputs) {
        throw Error(ErrorKind::InvalidArgument,
            plan::describe(node) + " has " + std::to_string(node.outputs.size())
                + " outputs, expected at most " + std::to_string(node.op->maxOutputs));
    }
}

} // namespace

GraphBuilder::GraphBuilder(std::shared_ptr<Context> context, int64_t opset, std::stop_token stopToken)
    : m_state(std::make_shared<GraphBuilderState>())
{
    m_state->context = std::move(context);
    m_state->dataflow.opset = opset;
    m_state->planOptions.stopToken = std::move(stopToken);
}

GraphBuilder::~GraphBuilder() = default;

Operand GraphBuilder::operandOf(size_t id) const
{
    Operand operand;
    operand.m_builder = m_state;
    operand.m_id = id;
    operand.m_descriptor = m_state->specialization.descriptors[id];
    return operand;
}

size_t GraphBuilder::idOf(const Operand& operand) const
{
    if (operand.m_builder.lock() != m_state) {
        throw Error(ErrorKind::InvalidArgument, "An operand belongs to another GraphBuilder");
    }
    return operand.m_id;
}

Operand GraphBuilder::input(
    const std::string& name, TensorDescriptor descriptor, std::vector<bool> freeDimensions)
{
    m_state->requireOpen();
    if (name.empty()) {
        throw Error(ErrorKind::InvalidArgument, "A graph input needs a name");
    }
    if (std::ranges::find(m_state->inputNames, name) != m_state->inputNames.end()) {
        throw Error(ErrorKind::InvalidArgument, "There are two graph inputs named '" + name + "'");
    }
    std::ignore = requireByteCount(descriptor, "Input '" + name + "'");
    freeDimensions.resize(descriptor.shape.size());
    plan::Value value {
        plan::ValueKind::Input, m_state->inputNames.size(), std::move(descriptor), nullptr, name};
    const plan::ValueId id = declare(*m_state, std::move(value));
    m_state->inputNames.push_back(name);
    m_state->freeDimensions.push_back(std::move(freeDimensions));
    m_state->dataflow.inputs.push_back(id);
    return operandOf(id);
}

Operand GraphBuilder::constant(TensorDescriptor descriptor, const std::string& name)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name.empty() ? "constant " + std::to_string(m_state->constants->count()) : name;
    info->sizeBytes = requireByteCount(descriptor, "Constant '" + info->name + "'");
    info->descriptor = std::move(descriptor);
    return addHollow(std::move(info), false);
}

Operand GraphBuilder::constant(std::shared_ptr<const ConstantInfo> info)
{
    m_state->requireOpen();
    if (!info->value) {
        return addHollow(std::move(info), true);
    }
    plan::Value value {plan::ValueKind::Known, 0, info->descriptor,
        std::shared_ptr<const HostTensor>(info, &*info->value), info->name};
    return operandOf(declare(*m_state, std::move(value)));
}

Operand GraphBuilder::constant(TensorDescriptor descriptor, std::span<const std::byte> bytes)
{
    m_state->requireOpen();
    const uint64_t expected = requireByteCount(descriptor, "A constant");
    if (bytes.size() != expected) {
        throw Error(ErrorKind::InvalidArgument,
            "A constant " + toString(descriptor) + " takes " + std::to_string(expected) + " bytes, not "
                + std::to_string(bytes.size()));
    }
    auto known = std::make_shared<HostTensor>();
    known->descriptor = descriptor;
    known->bytes.assign(bytes.begin(), bytes.end());
    plan::Value value {plan::ValueKind::Known, 0, std::move(descriptor), std::move(known), {}};
    return operandOf(declare(*m_state, std::move(value)));
}

Operand GraphBuilder::addHollow(std::shared_ptr<const ConstantInfo> info, bool hasSource)
{
    m_state->requireOpen();
    plan::Value value {
        plan::ValueKind::Constant, m_state->constants->count(), info->descriptor, nullptr, info->name};
    std::ignore = requireByteCount(info->descriptor, "Constant '" + info->name + "'");
    m_state->constants->add(std::move(info), hasSource);
    return operandOf(declare(*m_state, std::move(value)));
}

std::vector<Operand> GraphBuilder::node(std::string_view opType,
    std::span<const std::optional<Operand>> inputs, const Attributes& attributes, size_t outputCount,
    const std::string& name, std::string_view domain)
{
    m_state->requireOpen();
    plan::DataflowNode node;
    node.op = &findOperator(*m_state, opType, domain);
    node.attributes = attributes;
    node.name = name;
    for (const auto& input : inputs) {
        node.inputs.push_back(input ? std::optional(static_cast<plan::ValueId>(idOf(*input))) : std::nullopt);
    }
    while (!node.inputs.empty() && !node.inputs.back()) {
        node.inputs.pop_back();
    }
    const size_t firstOutput = m_state->dataflow.values.size();
    for (size_t i = 0; i < outputCount; ++i) {
        node.outputs.push_back(static_cast<plan::ValueId>(firstOutput + i));
    }
    checkCounts(node);
    plan::specializeNode(m_state->dataflow, node, m_state->specialization, m_state->planOptions);
    std::vector<Operand> outputs;
    for (size_t i = 0; i < outputCount; ++i) {
        plan::Value value;
        value.descriptor = m_state->specialization.descriptors[firstOutput + i];
        m_state->dataflow.values.push_back(std::move(value));
        outputs.push_back(operandOf(firstOutput + i));
    }
    for (const auto& input : node.inputs) {
        if (input && m_state->dataflow.values[*input].kind == plan::ValueKind::Constant) {
            m_state->constants->noteUse(m_state->dataflow.values[*input].index);
        }
    }
    m_state->dataflow.nodes.push_back(std::move(node));
    return outputs;
}

Operand GraphBuilder::node(
    std::string_view opType, std::initializer_list<Operand> inputs, const Attributes& attributes)
{
    const std::vector<std::optional<Operand>> list(inputs.begin(), inputs.end());
    return node(opType, list, attributes, 1).front();
}

} // namespace weightless
