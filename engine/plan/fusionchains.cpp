// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionchains.h"

#include <algorithm>
#include <array>
#include <limits>

namespace weightless::plan {

namespace {

class ChainWalk {
public:
    ChainWalk(const Dataflow& dataflow, const Specialization& specialization, const UseMap& uses,
        const std::vector<bool>& taken, size_t product)
        : m_dataflow(dataflow)
        , m_specialization(specialization)
        , m_uses(uses)
        , m_taken(taken)
        , m_value(dataflow.nodes[product].outputs[0])
    {
        m_chain.node = dataflow.nodes[product];
        m_chain.nodes = {product};
    }

    // At most one of each, in the order in which the kernels do them.
    std::optional<FusedChain> walk(std::string_view opType)
    {
        m_chain.node.op =
            ops::standardRegistry().find("weightless", "Fused" + std::string(opType), m_dataflow.opset);
        if (m_chain.node.op == nullptr || !isFusedType(descriptor(m_value).type)) {
            return std::nullopt;
        }
        if (opType == "MatMul" && hasMatrices()) {
            takeColumnBias();
        }
        if (opType == "Conv") {
            takeBatchNorm();
        }
        if (opType != "Gemm") {
            takeResidual();
        }
        takeActivation();
        if (m_chain.nodes.size() == 1) {
            return std::nullopt;
        }
        m_chain.node.outputs = {m_value};
        m_chain.node.name = joinedNames();
        return std::move(m_chain);
    }

private:
    const TensorDescriptor& descriptor(ValueId value) const { return m_specialization.descriptors[value]; }

    // The chain's value has rows and columns as the product sees them: no operand is a vector.
    bool hasMatrices() const
    {
        const auto isMatrix = [&](size_t input) {
            return descriptor(*m_chain.node.inputs[input]).shape.size() >= 2;
        };
        return isMatrix(0) && isMatrix(1);
    }

    // Node `index` if it is this operator, free, and yields what the chain may yield next: a value of the
    // same type and shape that is not known already.
    const DataflowNode* candidate(size_t index, std::string_view opType) const
    {
        const DataflowNode& node = m_dataflow.nodes[index];
        if (!isOnnx(node, opType) || m_taken[index] || descriptor(node.outputs[0]) != descriptor(m_value)
            || m_specialization.known[node.outputs[0]] != nullptr) {
            return nullptr;
        }
        return &node;
    }

    // The only reader of the chain's value.
    const DataflowNode* next(std::string_view opType) const
    {
        return m_uses.isReadOnce(m_value) ? candidate(m_uses.readers(m_value).front(), opType) : nullptr;
    }

    void take(const DataflowNode& node)
    {
        m_chain.nodes.push_back(static_cast<size_t>(&node - m_dataflow.nodes.data()));
        m_value = node.outputs[0];
    }

    // The operand of a sum of two that is not the chain's value.
    std::optional<ValueId> otherOperand(const DataflowNode& sum) const
    {
        if (sum.inputs.size() != 2) {
            return std::nullopt;
        }
        return sum.inputs[sum.inputs[0] == m_value ? 1 : 0];
    }

    void setInput(size_t index, ValueId value)
    {
        m_chain.node.inputs.resize(std::max(m_chain.node.inputs.size(), index + 1));
        m_chain.node.inputs[index] = value;
    }

    void takeColumnBias()
    {
        const DataflowNode* add = next("Add");
        const auto bias = add != nullptr ? otherOperand(*add) : std::nullopt;
        const Shape& shape = descriptor(m_value).shape;
        // Before opset 7 the bias may lie along another axis.
        const bool alongRows = add != nullptr && add->attributes.intOr("axis", -1) != -1
            && add->attributes.intOr("axis", -1) != static_cast<int64_t>(shape.size()) - 1;
        if (bias && !alongRows && descriptor(*bias).shape == Shape {shape.back()}) {
            setInput(2, *bias);
            take(*add);
        }
    }

    void takeBatchNorm()
    {
        const DataflowNode* norm = next("BatchNormalization");
        if (norm == nullptr || norm->inputs.size() != 5 || norm->inputs[0] != m_value
            || norm->attributes.intOr("training_mode", 0) != 0 || norm->attributes.intOr("spatial", 1) == 0) {
            return;
        }
        const DataType type = descriptor(*norm->inputs[1]).type;
        const bool yieldsOne = std::all_of(norm->outputs.begin() + 1, norm->outputs.end(),
            [&](ValueId output) { return m_uses.readers(output).empty() && !m_uses.isOutput(output); });
        if (!yieldsOne || (type != descriptor(m_value).type && type != DataType::Float32)) {
            return;
        }
        for (size_t i = 0; i < 4; ++i) {
            setInput(4 + i, *norm->inputs[1 + i]);
        }
        m_chain.node.attributes.set("epsilon", norm->attributes.floatOr("epsilon", 1e-5f));
        take(*norm);
    }

    void takeResidual()
    {
        const DataflowNode* add = next("Add");
        add = add != nullptr ? add : next("Sum");
        const auto residual = add != nullptr ? otherOperand(*add) : std::nullopt;
        if (residual && descriptor(*residual) == descriptor(m_value)) {
            setInput(3, *residual);
            take(*add);
        }
    }

    void takeActivation()
    {
        for (const std::string_view name : {"Relu", "Sigmoid"}) {
            if (const DataflowNode* node = next(name)) {
                activate(name, 0, 0);
                take(*node);
                return;
            }
        }
        if (const DataflowNode* leaky = next("LeakyRelu")) {
            activate("LeakyRelu", leaky->attributes.floatOr("alpha", 0.01f), 0);
            take(*leaky);
        } else if (const DataflowNode* clip = next("Clip")) {
            if (const auto bounds = clipBounds(*clip)) {
                activate("Clip", (*bounds)[0], (*bounds)[1]);
                take(*clip);
            }
        } else {
            takeSilu();
        }
    }

    std::optional<std::array<float, 2>> clipBounds(const DataflowNode& clip) const
    {
        constexpr float largest = std::numeric_limits<float>::max();
        std::array<float, 2> bounds {
            clip.attributes.floatOr("min", -largest), clip.attributes.floatOr("max", largest)};
        for (size_t i = 1; i < clip.inputs.size(); ++i) {
            if (clip.inputs[i]) {
                const auto bound = knownScalar(m_specialization, clip.inputs[i]);
                if (!bound) {
                    return std::nullopt;
                }
                bounds[i - 1] = *bound;
            }
        }
        return bounds;
    }

    void takeSilu()
    {
        const std::vector<size_t>& readers = m_uses.readers(m_value);
        if (readers.size() != 2 || m_uses.isOutput(m_value)) {
            return;
        }
        for (const size_t first : {0u, 1u}) {
            const DataflowNode* sigmoid = candidate(readers[first], "Sigmoid");
            const DataflowNode* product = candidate(readers[1 - first], "Mul");
            if (sigmoid != nullptr && product != nullptr && m_uses.isReadOnce(sigmoid->outputs[0])
                && m_uses.readers(sigmoid->outputs[0]).front() == readers[1 - first]) {
                activate("Silu", 0, 0);
                take(*sigmoid);
                take(*product);
                return;
            }
        }
    }

    void activate(std::string_view name, float low, float high)
    {
        m_chain.node.attributes.set("activation", std::string(name));
        m_chain.node.attributes.set("activation_low", low);
        m_chain.node.attributes.set("activation_high", high);
    }

    // All of them, for profiles and messages.
    std::string joinedNames() const
    {
        std::string names;
        for (const size_t index : m_chain.nodes) {
            const DataflowNode& node = m_dataflow.nodes[index];
            names +=
                (names.empty() ? "" : " + ") + (node.name.empty() ? std::string(node.op->name) : node.name);
        }
        return names;
    }

    const Dataflow& m_dataflow;
    const Specialization& m_specialization;
    const UseMap& m_uses;
    const std::vector<bool>& m_taken;
    FusedChain m_chain;
    ValueId m_value; // what the chain yields so far
};

} // namespace

std::optional<FusedChain> matchChain(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const std::vector<bool>& taken, size_t product)
{
    const DataflowNode& node = dataflow.nodes[product];
    for (const std::string_view opType : {"Conv", "MatMul", "Gemm"}) {
        if (isOnnx(node, opType) && !taken[product] && specialization.known[node.outputs[0]] == nullptr) {
            return ChainWalk(dataflow, specialization, uses, taken, product).walk(opType);
        }
    }
    return std::nullopt;
}

} // namespace weightless::plan
