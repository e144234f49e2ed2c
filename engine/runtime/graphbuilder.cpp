// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graphbuilder.h"

#include "engine/base/error.h"
#include "engine/model/hostvaluecheck.h"
#include "engine/ops/valueneeded.h"
#include "engine/plan/limits.h"
#include "engine/plan/segments.h"
#include "engine/runtime/builderstate.h"
#include "engine/runtime/resolving.h"

#include <algorithm>
#include <iterator>

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

// The value is of the constant's type and shape, all of it.
void requireValue(const ConstantInfo& info, const std::string& what)
{
    if (info.value->descriptor != info.descriptor) {
        throw Error(ErrorKind::InvalidArgument,
            what + " is " + toString(info.descriptor) + ", but its value is "
                + toString(info.value->descriptor));
    }
    requireWhole(*info.value, what);
}

void requireAttribute(const std::shared_ptr<const ConstantInfo>& tensor, const std::string& what)
{
    if (tensor == nullptr) {
        throw Error(ErrorKind::InvalidArgument, what + " must not be null");
    }
    if (tensor->value) {
        requireValue(*tensor, what);
    }
}

// Tensors in attributes are whole.
void requireTensors(const Attributes& attributes, const std::string& node)
{
    for (const Attribute& attribute : attributes.all()) {
        const std::string what = node + ": attribute '" + attribute.name + "'";
        if (const auto* tensor = std::get_if<std::shared_ptr<const ConstantInfo>>(&attribute.value)) {
            requireAttribute(*tensor, what);
        }
        const auto* tensors = std::get_if<std::vector<std::shared_ptr<const ConstantInfo>>>(&attribute.value);
        for (size_t i = 0; tensors != nullptr && i < tensors->size(); ++i) {
            requireAttribute((*tensors)[i], what + ", tensor " + std::to_string(i));
        }
    }
}

plan::ValueId declare(GraphBuilderState& state, plan::Value value, bool followsSizes = false)
{
    plan::specializeValue(value, state.specialization);
    state.followsSizes.push_back(followsSizes);
    state.dataflow.values.push_back(std::move(value));
    return static_cast<plan::ValueId>(state.dataflow.values.size() - 1);
}

} // namespace

namespace {

// Outputs that only a run can tell have the Undefined type.
void inferOutputs(GraphBuilderState& state, const plan::DataflowNode& node)
{
    plan::Specialization& known = state.specialization;
    const auto isUnknown = [&](const auto& input) {
        return input
            && (known.descriptors[*input].type == DataType::Undefined
                || known.descriptors[*input].type == DataType::String);
    };
    plan::Inference inference;
    const bool isForHost = plan::choosesHost(node, known);
    if (node.op->infer != nullptr && !isForHost && std::ranges::none_of(node.inputs, isUnknown)) {
        try {
            inference = plan::inferNode(state.dataflow, node, known, state.planOptions);
        } catch (const ops::ValueNeeded&) { // the graph's planning asks again, and says how it goes on
        }
    }
    inference.outputs.resize(node.outputs.size());
    inference.known.resize(node.outputs.size());
    std::ranges::move(inference.outputs, std::back_inserter(known.descriptors));
    std::ranges::move(inference.known, std::back_inserter(known.known));
}

} // namespace

GraphBuilder::GraphBuilder(std::shared_ptr<Context> context, int64_t opset, std::stop_token stopToken)
    : m_state(std::make_shared<GraphBuilderState>())
{
    if (context == nullptr) {
        throw Error(
            ErrorKind::InvalidArgument, "A GraphBuilder needs a context; Context::create() makes one");
    }
    m_state->context = std::move(context);
    m_state->dataflow.opset = opset;
    m_state->planOptions.stopToken = std::move(stopToken);
}

GraphBuilder::~GraphBuilder() = default;

void GraphBuilder::setActivationBudget(uint64_t bytes)
{
    m_state->requireOpen();
    m_state->planOptions.arenaBudget = bytes;
}

Operand GraphBuilder::operandOf(size_t id) const
{
    Operand operand;
    operand.m_builder = m_state;
    operand.m_id = id;
    operand.m_descriptor = m_state->specialization.descriptors[id];
    return operand;
}

std::shared_ptr<const HostTensor> GraphBuilder::knownValue(const Operand& operand) const
{
    return m_state->specialization.known[idOf(operand)];
}

std::shared_ptr<const HostTensor> GraphBuilder::lastingValue(const Operand& operand) const
{
    return m_state->followsSizes[idOf(operand)] ? nullptr : knownValue(operand);
}

bool GraphBuilder::isKnownConstant(const Operand& operand) const
{
    return m_state->dataflow.values[idOf(operand)].kind == plan::ValueKind::Known;
}

void GraphBuilder::noteClamped(ClampedConstant constant)
{
    m_state->constants->noteClamped(std::move(constant));
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
    std::ignore = requireByteCount(descriptor, "Input '" + name + "'");
    if (!m_state->usedInputNames.insert(name).second) {
        throw Error(ErrorKind::InvalidArgument, "There are two graph inputs named '" + name + "'");
    }
    freeDimensions.resize(descriptor.shape.size());
    plan::Value value {
        plan::ValueKind::Input, m_state->inputNames.size(), std::move(descriptor), nullptr, name};
    const bool isFree = std::ranges::find(freeDimensions, true) != freeDimensions.end();
    const plan::ValueId id = declare(*m_state, std::move(value), isFree);
    m_state->inputNames.push_back(name);
    m_state->freeDimensions.push_back(std::move(freeDimensions));
    m_state->dataflow.inputs.push_back(id);
    return operandOf(id);
}

Operand GraphBuilder::opaqueInput(const std::string& name)
{
    m_state->requireOpen();
    if (name.empty() || !m_state->usedInputNames.insert(name).second) {
        throw Error(ErrorKind::InvalidArgument,
            name.empty() ? "A graph input needs a name" : "There are two graph inputs named '" + name + "'");
    }
    const plan::ValueId id =
        declare(*m_state, {plan::ValueKind::Input, m_state->inputNames.size(), {}, nullptr, name});
    m_state->inputNames.push_back(name);
    m_state->freeDimensions.emplace_back();
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
    if (info == nullptr) {
        throw Error(ErrorKind::InvalidArgument, "A constant that is added must not be null");
    }
    if (!info->value) {
        return addHollow(std::move(info), true);
    }
    requireValue(*info, "Constant '" + info->name + "'");
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

Operand GraphBuilder::addHollow(std::shared_ptr<const ConstantInfo> info, bool mayHaveSource)
{
    m_state->requireOpen();
    plan::Value value {plan::ValueKind::Constant, 0, info->descriptor, nullptr, info->name};
    value.index = declareHollow(std::move(info), mayHaveSource);
    return operandOf(declare(*m_state, std::move(value)));
}

size_t GraphBuilder::declareHollow(std::shared_ptr<const ConstantInfo> info, bool mayHaveSource)
{
    const uint64_t bytes = requireByteCount(info->descriptor, "Constant '" + info->name + "'");
    if (info->problem.empty() && info->sizeBytes != bytes) {
        throw Error(ErrorKind::InvalidArgument,
            "Constant '" + info->name + "' (" + toString(info->descriptor) + ") takes "
                + std::to_string(bytes) + " bytes, not " + std::to_string(info->sizeBytes));
    }
    // A load tells what is wrong with one that has a problem.
    const bool hasSource = mayHaveSource && (hasBytes(info->source) || !info->problem.empty() || bytes == 0);
    const auto [known, isNew] = m_state->constantIndices.try_emplace(info.get(), m_state->constants->count());
    if (isNew) {
        m_state->constants->add(std::move(info), hasSource);
    }
    return known->second;
}

std::vector<Operand> GraphBuilder::node(std::string_view opType,
    std::span<const std::optional<Operand>> inputs, const Attributes& attributes, size_t outputCount,
    const std::string& name, std::string_view domain)
{
    m_state->requireOpen();
    plan::DataflowNode node;
    resolve(node, opType, domain, m_state->dataflow.opset);
    const std::string called =
        "Node '" + (name.empty() ? std::string(opType) : name) + "' (" + std::string(opType) + ")";
    if (controlFlowOf(node) != ops::ControlFlow::None) {
        throw Error(ErrorKind::Unsupported,
            called + " has bodies, which only buildGraph() gives it, from a Model that has the node");
    }
    requireTensors(attributes, called);
    node.attributes = attributes;
    node.name = name;
    for (const auto& input : inputs) {
        node.inputs.push_back(input ? std::optional(static_cast<plan::ValueId>(idOf(*input))) : std::nullopt);
    }
    while (!node.inputs.empty() && !node.inputs.back()) {
        node.inputs.pop_back();
    }
    node.outputs.resize(outputCount);
    checkCounts(node);
    return add(std::move(node));
}

std::vector<Operand> GraphBuilder::add(plan::DataflowNode node)
{
    m_state->requireOpen();
    plan::checkStop(m_state->planOptions.stopToken); // also where nothing is inferred
    const size_t firstOutput = m_state->dataflow.values.size();
    for (size_t i = 0; i < node.outputs.size(); ++i) {
        node.outputs[i] = static_cast<plan::ValueId>(firstOutput + i);
    }
    inferOutputs(*m_state, node);
    const bool follows = std::ranges::any_of(
        node.inputs, [this](const auto& input) { return input && m_state->followsSizes[*input]; });
    m_state->followsSizes.resize(firstOutput + node.outputs.size(), follows);
    std::vector<Operand> outputs;
    for (size_t i = 0; i < node.outputs.size(); ++i) {
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
