// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionchains.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace weightless::plan {

namespace {

constexpr size_t slopesInput = 9; // as ops/conv/conv.h has it

class ChainWalk {
public:
    ChainWalk(const Dataflow& dataflow, const Specialization& specialization, const UseMap& uses,
        const std::vector<bool>& taken, size_t product)
        : m_dataflow(dataflow)
        , m_specialization(specialization)
        , m_uses(uses)
        , m_node(dataflow.nodes[product])
        , m_walk(dataflow, specialization, uses, taken, product)
    {
    }

    // At most one of each, in the order in which the kernels do them.
    std::optional<FusedChain> walk(std::string_view opType)
    {
        m_node.op =
            ops::standardRegistry().find("weightless", "Fused" + std::string(opType), m_dataflow.opset);
        if (m_node.op == nullptr || !isFusedType(current().type)) {
            return std::nullopt;
        }
        if (opType == "MatMul" && hasMatrices()) {
            takeColumnBias();
        }
        if (opType == "Conv") {
            takeFilterBias();
            takeBatchNorm();
            takeAffine();
        }
        if (opType != "Gemm") {
            takeResidual();
        }
        if (opType != "Conv" || !takeSlopes()) {
            m_walk.takeActivation(m_node.attributes);
        }
        const bool isTurned = opType != "Conv" && takeTransposedWeight(opType);
        if (m_walk.nodes().size() == 1 && !isTurned) {
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

    // A sum with one number for each filter, where the convolution has no bias of its own.
    void takeFilterBias()
    {
        const bool hasBias = m_node.inputs.size() > 2 && m_node.inputs[2];
        const DataflowNode* add = hasBias ? nullptr : m_walk.next("Add");
        const auto bias = add != nullptr && add->attributes.intOr("axis", -1) == -1
            ? m_walk.otherOperand(*add)
            : std::nullopt;
        if (!bias || descriptor(*bias).type != current().type) {
            return;
        }
        if (isPerFilter(descriptor(*bias).shape)) {
            setInput(2, *bias);
            m_walk.take(*add);
        }
    }

    // [filters, 1 …], with a 1 before it or not.
    bool isPerFilter(const Shape& shape) const
    {
        const Shape& result = current().shape;
        Shape expected(result.size() - 1, 1);
        expected[0] = result[1];
        Shape behindOne = expected;
        behindOne.insert(behindOne.begin(), 1);
        return shape == expected || shape == behindOne;
    }

    // A PRelu with a slope for each filter.
    bool takeSlopes()
    {
        const DataflowNode* prelu = m_walk.next("PRelu");
        if (prelu == nullptr || prelu->inputs[0] != m_walk.value() || prelu->inputs[1] == m_walk.value()
            || !isPerFilter(descriptor(*prelu->inputs[1]).shape)) {
            return false;
        }
        setInput(slopesInput, *prelu->inputs[1]);
        m_node.attributes.set("activation", std::string("LeakyRelu"));
        m_walk.take(*prelu);
        return true;
    }

    // A known number that the value is multiplied with, and one that is added, as blocks with a learned scale
    // have them.
    void takeAffine()
    {
        for (const auto& [opType, attribute] : {std::pair {"Mul", "times"}, {"Add", "plus"}}) {
            const DataflowNode* node = m_walk.next(opType);
            const auto number =
                node != nullptr ? knownScalar(m_specialization, m_walk.otherOperand(*node)) : std::nullopt;
            if (number) {
                m_node.attributes.set(attribute, *number);
                m_walk.take(*node);
            }
        }
    }

    // A constant that is transposed before it is multiplied is multiplied as it is, rows for columns: no
    // transposed copy stays beside it.
    bool takeTransposedWeight(std::string_view opType)
    {
        const DataflowNode* transpose = m_uses.producer(*m_node.inputs[1]);
        if (transpose == nullptr || !isOnnx(*transpose, "Transpose") || !swapsLastTwo(*transpose)
            || !isConstant(*transpose->inputs[0])) {
            return false;
        }
        const char* attribute = opType == "Gemm" ? "transB" : "transposedB";
        const bool wasTransposed = m_node.attributes.intOr(attribute, 0) != 0;
        m_node.attributes.set(attribute, int64_t {wasTransposed ? 0 : 1});
        m_node.inputs[1] = transpose->inputs[0];
        return true;
    }

    bool isConstant(ValueId value) const
    {
        const ValueKind kind = m_dataflow.values[value].kind;
        return m_uses.producer(value) == nullptr && (kind == ValueKind::Constant || kind == ValueKind::Known);
    }

    bool swapsLastTwo(const DataflowNode& transpose) const
    {
        const size_t rank = descriptor(transpose.outputs[0]).shape.size();
        if (rank < 2) {
            return false;
        }
        std::vector<int64_t> expected(rank);
        std::iota(expected.begin(), expected.end(), int64_t {0});
        std::swap(expected[rank - 1], expected[rank - 2]);
        const auto given = transpose.attributes.ints("perm");
        return given ? *given == expected : rank == 2;
    }

    void takeBatchNorm()
    {
        const DataflowNode* norm = m_walk.next("BatchNormalization");
        if (norm == nullptr || norm->inputs.size() != 5 || norm->inputs[0] != m_walk.value()
            || norm->outputs.size() != 1 // before opset 14 a node with others is one that trains
            || norm->attributes.intOr("training_mode", 0) != 0 || norm->attributes.intOr("spatial", 1) == 0) {
            return;
        }
        const DataType type = descriptor(*norm->inputs[1]).type;
        // One kernel reads all four, as numbers of one type; from opset 15 on they may be of two.
        const bool isOneType = std::all_of(norm->inputs.begin() + 1, norm->inputs.end(),
            [&](const auto& input) { return input && descriptor(*input).type == type; });
        if (!isOneType || (type != current().type && type != DataType::Float32)) {
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

    const Dataflow& m_dataflow;
    const Specialization& m_specialization;
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
