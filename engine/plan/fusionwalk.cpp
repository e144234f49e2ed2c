// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionwalk.h"

#include <cmath>

namespace weightless::plan {

namespace {

void setActivation(Attributes& attributes, std::string_view name, float low = 0, float high = 0)
{
    attributes.set("activation", std::string(name));
    attributes.set("activation_low", low);
    attributes.set("activation_high", high);
}

// clip(x / 6 + 1 / 2), as older exporters write the gate of a HardSwish.
bool isOfHardSwish(const DataflowNode& hardSigmoid)
{
    constexpr float sixth = 1.0f / 6;
    return std::abs(hardSigmoid.attributes.floatOr("alpha", 0.2f) - sixth) < 1e-6f
        && hardSigmoid.attributes.floatOr("beta", 0.5f) == 0.5f;
}

} // namespace

std::string joinedNames(const Dataflow& dataflow, const std::vector<size_t>& nodes)
{
    std::string names;
    for (const size_t index : nodes) {
        const DataflowNode& node = dataflow.nodes[index];
        if (!isOnnx(node, "Reshape")) {
            names +=
                (names.empty() ? "" : " + ") + (node.name.empty() ? std::string(node.op->name) : node.name);
        }
    }
    return names;
}

ValueWalk::ValueWalk(const Dataflow& dataflow, const Specialization& specialization, const UseMap& uses,
    const std::vector<bool>& taken, size_t first)
    : m_dataflow(dataflow)
    , m_specialization(specialization)
    , m_uses(uses)
    , m_taken(taken)
    , m_nodes {first}
    , m_value(dataflow.nodes[first].outputs[0])
{
}

const DataflowNode* ValueWalk::candidate(
    size_t index, std::string_view opType, const TensorDescriptor& descriptor) const
{
    const DataflowNode& node = m_dataflow.nodes[index];
    if (!isOnnx(node, opType) || m_taken[index] || m_specialization.descriptors[node.outputs[0]] != descriptor
        || m_specialization.known[node.outputs[0]] != nullptr) {
        return nullptr;
    }
    return &node;
}

const DataflowNode* ValueWalk::nextAs(std::string_view opType, const TensorDescriptor& descriptor) const
{
    return m_uses.isReadOnce(m_value) ? candidate(m_uses.readers(m_value).front(), opType, descriptor)
                                      : nullptr;
}

const DataflowNode* ValueWalk::next(std::string_view opType) const
{
    return nextAs(opType, descriptor(m_value));
}

void ValueWalk::take(const DataflowNode& node)
{
    m_nodes.push_back(static_cast<size_t>(&node - m_dataflow.nodes.data()));
    m_value = node.outputs[0];
}

std::optional<ValueId> ValueWalk::otherOperand(const DataflowNode& node) const
{
    if (node.inputs.size() != 2) {
        return std::nullopt;
    }
    return node.inputs[node.inputs[0] == m_value ? 1 : 0];
}

void ValueWalk::takeActivation(Attributes& attributes)
{
    for (const std::string_view name : {"Relu", "Sigmoid", "Tanh", "HardSwish"}) {
        if (const DataflowNode* node = next(name)) {
            setActivation(attributes, name);
            take(*node);
            return;
        }
    }
    if (const DataflowNode* gelu = next("Gelu")) {
        const bool isTanh = gelu->attributes.stringOr("approximate", "none") == "tanh";
        setActivation(attributes, isTanh ? "GeluTanh" : "Gelu");
        take(*gelu);
    } else if (const DataflowNode* leaky = next("LeakyRelu")) {
        setActivation(attributes, "LeakyRelu", leaky->attributes.floatOr("alpha", 0.01f));
        take(*leaky);
    } else if (const DataflowNode* sloped = next("PRelu")) {
        if (const auto slope = knownScalar(m_specialization, sloped->inputs[1])) {
            setActivation(attributes, "LeakyRelu", *slope);
            take(*sloped);
        }
    } else if (const DataflowNode* clip = next("Clip")) {
        if (const auto bounds = clipBounds(m_specialization, *clip)) {
            setActivation(attributes, "Clip", (*bounds)[0], (*bounds)[1]);
            take(*clip);
        }
    } else {
        takeGated(attributes);
    }
}

void ValueWalk::takeGated(Attributes& attributes)
{
    const DataflowNode* swish = next("Swish");
    if (swish != nullptr && swish->attributes.floatOr("alpha", 1) == 1) {
        setActivation(attributes, "Silu");
        take(*swish);
        return;
    }
    const std::vector<size_t>& readers = m_uses.readers(m_value);
    if (readers.size() != 2 || m_uses.isOutput(m_value)) {
        return;
    }
    for (const size_t first : {0u, 1u}) {
        const DataflowNode* sigmoid = candidate(readers[first], "Sigmoid", descriptor(m_value));
        const DataflowNode* hard = candidate(readers[first], "HardSigmoid", descriptor(m_value));
        const DataflowNode* gate = hard != nullptr && isOfHardSwish(*hard) ? hard : sigmoid;
        const DataflowNode* product = candidate(readers[1 - first], "Mul", descriptor(m_value));
        if (gate != nullptr && product != nullptr && m_uses.isReadOnce(gate->outputs[0])
            && m_uses.readers(gate->outputs[0]).front() == readers[1 - first]) {
            setActivation(attributes, gate == hard ? "HardSwish" : "Silu");
            take(*gate);
            take(*product);
            return;
        }
    }
}

} // namespace weightless::plan
