// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionchains.h"

#include <algorithm>

namespace weightless::plan {

namespace {

class ChainWalk {
public:
    ChainWalk(const Dataflow& dataflow, const Specialization& specialization, const UseMap& uses,
        const std::vector<bool>& taken, size_t product)
        : m_opset(dataflow.opset)
        , m_uses(uses)
        , m_node(dataflow.nodes[product])
        , m_walk(dataflow, specialization, uses, taken, product)
    {
    }

    // At most one of each, in the order in which the kernels do them.
    std::optional<FusedChain> walk(std::string_view opType)
    {
        m_node.op = ops::standardRegistry().find("weightless", "Fused" + std::string(opType), m_opset);
        if (m_node.op == nullptr || !isFusedType(current().type)) {
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
        m_walk.takeActivation(m_node.attributes);
        if (m_walk.nodes().size() == 1) {
            return std::nullopt;
        }
        m_node.outputs = {m_walk.value()};
        m_node.name = m_walk.joinedNames();
        return FusedChain {std::move(m_node), m_walk.nodes()};
    }

private:
    const TensorDescriptor& descriptor(ValueId value) const { return m_walk.descriptor(value); }
    const TensorDescriptor& current() const { return descriptor(m_walk.value()); }

    // The chain's value has rows and columns as the product sees them: no operand is a vector.
    bool hasMatrices() const
    {
        const auto isMatrix = [&](size_t input) {
            return descriptor(*m_node.inputs[input]).shape.size() >= 2;
        };
        return isMatrix(0) && isMatrix(1);
    }

    void setInput(size_t index, ValueId value)
    {
        m_node.inputs.resize(std::max(m_node.inputs.size(), index + 1));
        m_node.inputs[index] = value;
    }

    void takeColumnBias()
    {
        const DataflowNode* add = m_walk.next("Add");
        const auto bias = add != nullptr ? m_walk.otherOperand(*add) : std::nullopt;
        const Shape& shape = current().shape;
        // Before opset 7 the bias may lie along another axis.
        const bool alongRows = add != nullptr && add->attributes.intOr("axis", -1) != -1
            && add->attributes.intOr("axis", -1) != static_cast<int64_t>(shape.size()) - 1;
        if (bias && !alongRows && descriptor(*bias).shape == Shape {shape.back()}) {
            setInput(2, *bias);
            m_walk.take(*add);
        }
    }

    void takeBatchNorm()
    {
        const DataflowNode* norm = m_walk.next("BatchNormalization");
        if (norm == nullptr || norm->inputs.size() != 5 || norm->inputs[0] != m_walk.value()
            || norm->attributes.intOr("training_mode", 0) != 0 || norm->attributes.intOr("spatial", 1) == 0) {
            return;
        }
        const DataType type = descriptor(*norm->inputs[1]).type;
        const bool yieldsOne = std::all_of(norm->outputs.begin() + 1, norm->outputs.end(),
            [&](ValueId output) { return m_uses.readers(output).empty() && !m_uses.isOutput(output); });
        if (!yieldsOne || (type != current().type && type != DataType::Float32)) {
            return;
        }
        for (size_t i = 0; i < 4; ++i) {
            setInput(4 + i, *norm->inputs[1 + i]);
        }
        m_node.attributes.set("epsilon", norm->attributes.floatOr("epsilon", 1e-5f));
        m_walk.take(*norm);
    }

    void takeResidual()
    {
        const DataflowNode* add = m_walk.next("Add");
        add = add != nullptr ? add : m_walk.next("Sum");
        const auto residual = add != nullptr ? m_walk.otherOperand(*add) : std::nullopt;
        if (residual && descriptor(*residual) == current()) {
            setInput(3, *residual);
            m_walk.take(*add);
        }
    }

    int64_t m_opset;
    const UseMap& m_uses;
    DataflowNode m_node; // as far as it is fused
    ValueWalk m_walk;
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
