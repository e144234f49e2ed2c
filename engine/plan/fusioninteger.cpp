// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusioninteger.h"

#include "engine/ops/scaledinteger.h"

#include <algorithm>

namespace weightless::plan {

namespace {

using namespace ops::quantize;

class IntegerWalk {
public:
    IntegerWalk(const Dataflow& dataflow, const Specialization& specialization, const UseMap& uses,
        const std::vector<bool>& taken, size_t product)
        : m_dataflow(dataflow)
        , m_uses(uses)
        , m_product(dataflow.nodes[product])
        , m_isConvolution(isOnnx(m_product, "ConvInteger"))
        , m_walk(dataflow, specialization, uses, taken, product)
        , m_shape(m_walk.descriptor(m_walk.value()).shape)
    {
    }

    std::optional<FusedChain> walk()
    {
        const size_t rank = m_walk.descriptor(*m_product.inputs[weightInput]).shape.size();
        const bool suits = m_isConvolution ? rank >= 3 && rank <= 5
                                           : rank == 2 && m_shape.size() >= 2; // columns are the weight's
        if (!suits || elementCount(m_shape).value_or(0) == 0) {
            return std::nullopt;
        }
        takeBias(DataType::Int32);
        if (!takeScaling()) {
            return std::nullopt;
        }
        if (!m_factors[2]) {
            takeBias(DataType::Float32);
        }
        DataflowNode fused = m_product;
        fused.op = ops::standardRegistry().find(
            "weightless", m_isConvolution ? "ScaledConvInteger" : "ScaledMatMulInteger", m_dataflow.opset);
        m_walk.takeActivation(fused.attributes);
        fused.inputs = m_product.inputs;
        fused.inputs.resize(scaledInputCount);
        std::copy(m_factors.begin(), m_factors.end(), fused.inputs.begin() + scaleInput);
        quantizeHere(fused);
        while (!fused.inputs.back()) {
            fused.inputs.pop_back();
        }
        fused.outputs = {m_walk.value()};
        fused.name = m_walk.joinedNames();
        return fused.op != nullptr ? std::optional(FusedChain {std::move(fused), m_walk.nodes()})
                                   : std::nullopt;
    }

private:
    // One number, or one for each column or filter as it broadcasts to them.
    bool isScaleLike(ValueId value, DataType type = DataType::Float32) const
    {
        const TensorDescriptor& given = m_walk.descriptor(value);
        if (given.type != type || given.shape.size() > m_shape.size()) {
            return false;
        }
        Shape expected(m_shape.size(), 1);
        const size_t axis = m_isConvolution ? 1 : m_shape.size() - 1;
        expected[axis] = m_shape[axis];
        Shape padded(m_shape.size() - given.shape.size(), 1);
        padded.insert(padded.end(), given.shape.begin(), given.shape.end());
        return elementCount(given.shape) == 1 || padded == expected;
    }

    bool takeScaling()
    {
        const DataflowNode* cast = m_walk.nextAs("Cast", {DataType::Float32, m_shape});
        if (cast == nullptr) {
            return false;
        }
        m_walk.take(*cast);
        const DataflowNode* scaling = m_walk.next("Mul");
        const auto scale = scaling != nullptr ? m_walk.otherOperand(*scaling) : std::nullopt;
        if (!scale || !isScaleLike(*scale)) {
            return false;
        }
        m_walk.take(*scaling);
        const DataflowNode* both = m_uses.producer(*scale);
        const bool isOfTwo = both != nullptr && isOnnx(*both, "Mul") && both->inputs.size() == 2
            && std::ranges::all_of(both->inputs, [&](const auto& input) { return isScaleLike(*input); });
        m_factors[0] = isOfTwo ? both->inputs[0] : scale;
        m_factors[1] = isOfTwo ? both->inputs[1] : std::nullopt;
        return true;
    }

    void takeBias(DataType type)
    {
        const DataflowNode* add = m_walk.next("Add");
        const auto bias = add != nullptr ? m_walk.otherOperand(*add) : std::nullopt;
        if (bias && isScaleLike(*bias, type)) {
            m_factors[2] = bias;
            m_walk.take(*add);
        }
    }

    void quantizeHere(DataflowNode& fused) const
    {
        const DataflowNode* quantizing = m_uses.producer(*m_product.inputs[xInput]);
        const int64_t rows = elementCount(m_shape).value_or(0) / std::max<int64_t>(m_shape.back(), 1);
        const bool isQuantized = quantizing != nullptr && isOnnx(*quantizing, "DynamicQuantizeLinear")
            && quantizing->outputs.size() == 3 && m_product.inputs.size() > xZeroInput
            && m_product.inputs[xZeroInput] == quantizing->outputs[2];
        if (isQuantized && (m_isConvolution || rows > mostRowsAsBytes)) {
            fused.inputs[xInput] = quantizing->inputs[0];
            fused.inputs[quantizationInput] = quantizing->outputs[1];
        }
    }

    const Dataflow& m_dataflow;
    const UseMap& m_uses;
    const DataflowNode& m_product;
    const bool m_isConvolution;
    ValueWalk m_walk;
    const Shape m_shape; // of the sums
    std::array<std::optional<ValueId>, 3> m_factors {}; // two scales and a bias
};

} // namespace

std::optional<FusedChain> matchIntegerProduct(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const std::vector<bool>& taken, size_t product)
{
    const DataflowNode& node = dataflow.nodes[product];
    if ((!isOnnx(node, "MatMulInteger") && !isOnnx(node, "ConvInteger")) || taken[product]
        || specialization.known[node.outputs[0]] != nullptr) {
        return std::nullopt;
    }
    return IntegerWalk(dataflow, specialization, uses, taken, product).walk();
}

} // namespace weightless::plan
