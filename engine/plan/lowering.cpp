// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/lowering.h"

#include "engine/base/error.h"

#include <algorithm>
#include <utility>

namespace weightless::plan {

uint32_t Draft::add(DraftTensor tensor)
{
    tensors.push_back(std::move(tensor));
    return static_cast<uint32_t>(tensors.size() - 1);
}

Draft::Owner Draft::ownerOf(uint32_t id) const
{
    uint64_t offsetBytes = 0;
    while (tensors[id].base) {
        offsetBytes += tensors[id].baseOffsetBytes;
        id = *tensors[id].base;
    }
    return {id, offsetBytes};
}

void Draft::setBase(DraftTensor& tensor, uint32_t source, uint64_t offsetBytes) const
{
    const Owner owner = ownerOf(source);
    tensor.base = owner.id;
    tensor.baseOffsetBytes = owner.offsetBytes + offsetBytes;
}

namespace {

[[noreturn]] void exceeds(uint64_t limit, const char* what)
{
    throw Error(ErrorKind::Unsupported,
        "the plan would take more than " + std::to_string(limit) + " " + what
            + "; split the model or give it smaller tensors");
}

} // namespace

void Draft::addBytes(const TensorDescriptor& descriptor, const PlanLimits& limits)
{
    const uint64_t bytes = byteCount(descriptor).value_or(0);
    if (bytes > limits.tensorBytes - std::min(limits.tensorBytes, tensorBytes)) {
        exceeds(limits.tensorBytes, "bytes of tensors");
    }
    tensorBytes += bytes;
}

void Draft::addLaunch(const PlanLimits& limits)
{
    if (++launches > limits.steps) {
        exceeds(limits.steps, "steps (kernel launches and copies)");
    }
}

void Draft::addScratchTensor(const PlanLimits& limits)
{
    if (++scratchTensors > limits.tensors) {
        exceeds(limits.tensors, "views and scratch tensors");
    }
}

NodeLowering::NodeLowering(const Site& site, const ops::Operator& op, const Attributes& attributes,
    Draft& draft, std::vector<std::optional<uint32_t>> inputs, std::vector<uint32_t> outputs,
    std::vector<bool> wanted)
    : m_site(site)
    , m_operator(op)
    , m_attributes(attributes)
    , m_draft(draft)
    , m_inputs(std::move(inputs))
    , m_outputs(std::move(outputs))
    , m_wanted(std::move(wanted))
{
}

void NodeLowering::lower()
{
    if (m_operator.lower == nullptr) {
        unsupported("this operator runs only where its result is known while planning");
    }
    m_operator.lower(*this);
}

bool NodeLowering::hasInput(size_t index) const
{
    return index < m_inputs.size() && m_inputs[index].has_value();
}

ops::TensorRef NodeLowering::input(size_t index) const
{
    if (!hasInput(index)) {
        throw Error(ErrorKind::Internal, "lowering asks for the omitted input " + std::to_string(index));
    }
    return m_draft.ref(*m_inputs[index]);
}

const HostTensor* NodeLowering::value(size_t index) const
{
    return hasInput(index) ? m_draft.tensors[*m_inputs[index]].known.get() : nullptr;
}

bool NodeLowering::wantsOutput(size_t index) const
{
    return index < m_wanted.size() && m_wanted[index];
}

ops::TensorRef NodeLowering::output(size_t index) const
{
    return m_draft.ref(m_outputs.at(index));
}

ops::TensorRef NodeLowering::temporary(TensorDescriptor descriptor)
{
    m_draft.addScratchTensor(m_site.options.limits);
    m_draft.addBytes(descriptor, m_site.options.limits);
    return m_draft.ref(m_draft.add({.descriptor = std::move(descriptor)}));
}

ops::TensorRef NodeLowering::unkeptTemporary(TensorDescriptor descriptor)
{
    const ops::TensorRef result = temporary(std::move(descriptor));
    m_draft.tensors[result.id].isKept = false;
    return result;
}

ops::TensorRef NodeLowering::constant(HostTensor value)
{
    m_draft.addScratchTensor(m_site.options.limits);
    DraftTensor tensor {.descriptor = value.descriptor, .home = Home::Known};
    tensor.known = std::make_shared<const HostTensor>(std::move(value));
    return m_draft.ref(m_draft.add(std::move(tensor)));
}

ops::TensorRef NodeLowering::view(
    const ops::TensorRef& source, TensorDescriptor descriptor, uint64_t elementOffset)
{
    const uint64_t offsetBytes = elementOffset * bitWidth(source.type()) / 8;
    const auto viewBytes = byteCount(descriptor);
    const auto sourceBytes = byteCount(source.descriptor);
    if (!viewBytes || !sourceBytes || offsetBytes > *sourceBytes || *viewBytes > *sourceBytes - offsetBytes) {
        throw Error(ErrorKind::Internal,
            "a view " + toString(descriptor) + " from element " + std::to_string(elementOffset) + " leaves "
                + toString(source.descriptor));
    }
    m_draft.addScratchTensor(m_site.options.limits);
    DraftTensor tensor {.descriptor = std::move(descriptor)};
    m_draft.setBase(tensor, source.id, offsetBytes);
    return m_draft.ref(m_draft.add(std::move(tensor)));
}

bool NodeLowering::mayBeginAnywhere(const ops::TensorRef& tensor) const
{
    // An input may be a constant of the graph around this one.
    const Draft::Owner owner = m_draft.ownerOf(tensor.id);
    const Home home = m_draft.tensors[owner.id].home;
    return (home != Home::Arena && home != Home::Output) || owner.offsetBytes % resultAlignmentBytes != 0;
}

void NodeLowering::dispatch(ops::DispatchStep step)
{
    // Launches of nothing count: a hostile size makes a lowering ask for any number of them.
    checkStop(m_site.options.stopToken);
    m_draft.addLaunch(m_site.options.limits);
    m_site.check.check(step);
    if (std::ranges::find(step.groupCount, 0u) == step.groupCount.end()) {
        addStep(std::move(step));
    }
}

void NodeLowering::aliasOutput(size_t index, const ops::TensorRef& source)
{
    const uint32_t id = m_outputs.at(index);
    DraftTensor& output = m_draft.tensors[id];
    if (byteCount(output.descriptor) != byteCount(source.descriptor)) {
        throw Error(ErrorKind::Internal,
            "an alias of " + toString(source.descriptor) + " cannot be " + toString(output.descriptor));
    }
    // The caller's output tensor has memory of its own, and so has a tensor that another step shares.
    if (output.home == Home::Output || output.base) {
        copy(source, m_draft.ref(id));
        return;
    }
    m_draft.setBase(output, source.id, 0);
}

void NodeLowering::copy(const ops::TensorRef& source, const ops::TensorRef& target)
{
    const uint64_t bytes = byteCount(source.descriptor).value_or(0);
    if (bytes != byteCount(target.descriptor)) {
        throw Error(ErrorKind::Internal,
            "a copy of " + toString(source.descriptor) + " cannot be " + toString(target.descriptor));
    }
    checkStop(m_site.options.stopToken);
    m_draft.addLaunch(m_site.options.limits);
    if (bytes > 0) {
        addStep(CopyStep {source, target});
    }
}

void NodeLowering::lowerAs(std::string_view opType, std::span<const std::optional<ops::TensorRef>> inputs,
    const Attributes& attributes, std::span<const ops::TensorRef> outputs)
{
    const ops::Operator* op = ops::loweringTarget(opType, m_site.opset);
    if (op == nullptr) {
        throw Error(ErrorKind::Internal, "there is no operator " + std::string(opType) + " to lower to");
    }
    std::vector<std::optional<uint32_t>> inputIds;
    for (const auto& input : inputs) {
        inputIds.push_back(input ? std::optional(input->id) : std::nullopt);
    }
    std::vector<uint32_t> outputIds;
    for (const ops::TensorRef& output : outputs) {
        outputIds.push_back(output.id);
    }
    NodeLowering inner(m_site, *op, attributes, m_draft, std::move(inputIds), std::move(outputIds),
        std::vector<bool>(outputs.size(), true));
    inner.lower();
}

void NodeLowering::addStep(std::variant<ops::DispatchStep, CopyStep> work)
{
    m_draft.steps.push_back({std::move(work), m_site.nodeName, std::string(m_operator.name)});
}

} // namespace weightless::plan
