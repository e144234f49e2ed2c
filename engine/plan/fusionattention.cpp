// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionattention.h"

#include <utility>

namespace weightless::plan {

namespace {

bool isOverLastAxis(const DataflowNode& softmax, const Dataflow& dataflow, size_t rank)
{
    const bool flattens = dataflow.opset < 13; // and then a softmax over several axes
    const int64_t axis = softmax.attributes.intOr("axis", flattens ? 1 : -1);
    return axis == -1 || axis == static_cast<int64_t>(rank) - 1;
}

struct ScoreChain {
    const DataflowNode* product = nullptr; // query times transposed key
    float scale = 1;
    std::optional<ValueId> mask;
};

// What the second product multiplies the values with.
struct Weights {
    const DataflowNode* softmax = nullptr;
    bool hasZeroRows = false; // where the softmax has no numbers
};

class AttentionMatch {
public:
    AttentionMatch(const Dataflow& dataflow, const Specialization& specialization, const UseMap& uses)
        : m_dataflow(dataflow)
        , m_specialization(specialization)
        , m_uses(uses)
    {
    }

    [[nodiscard]] std::optional<DataflowNode> match(
        const DataflowNode& node, const ops::Operator& attention) const
    {
        const std::optional<Weights> weights = matchWeights(*node.inputs[0]);
        std::optional<ScoreChain> chain = weights ? matchScores(*weights->softmax) : std::nullopt;
        // Without a mask it is for other reasons that rows have no numbers.
        if (!chain || (weights->hasZeroRows && !chain->mask) || !isAttention(node, *chain)) {
            return std::nullopt;
        }
        // Exporters of PyTorch's attention scale query and key, each by the root.
        const auto query = withoutScale(*chain->product->inputs[0], chain->scale);
        const auto key = withoutScale(*chain->product->inputs[1], chain->scale);
        if (!query || !key) {
            return std::nullopt;
        }
        DataflowNode fused;
        fused.op = &attention;
        fused.inputs = {query, key, node.inputs[1]};
        if (chain->mask) {
            fused.inputs.push_back(chain->mask);
            fused.attributes.set("hasZeroRows", int64_t {weights->hasZeroRows});
        }
        fused.outputs = node.outputs;
        fused.name = node.name;
        fused.attributes.set("scale", chain->scale);
        fused.attributes.set("kTransposed", int64_t {1});
        return fused;
    }

private:
    [[nodiscard]] const TensorDescriptor& descriptor(ValueId value) const
    {
        return m_specialization.descriptors[value];
    }

    // What a Cast makes the value of that nobody else reads: fp32 of 16 bits, or the way back. Otherwise the
    // value itself.
    [[nodiscard]] ValueId withoutCast(ValueId value, bool widens) const
    {
        const DataflowNode* cast = m_uses.soleProducer(value, "Cast");
        if (cast == nullptr) {
            return value;
        }
        const DataType from = descriptor(*cast->inputs[0]).type;
        const DataType to = descriptor(value).type;
        const bool isWanted = isFusedType(from) && isFusedType(to)
            && (widens ? to : from) == DataType::Float32 && (widens ? from : to) != DataType::Float32;
        return isWanted ? *cast->inputs[0] : value;
    }

    [[nodiscard]] std::optional<Weights> matchWeights(ValueId value) const
    {
        const ValueId weights = withoutCast(value, false);
        if (const DataflowNode* softmax = m_uses.soleProducer(weights, "Softmax")) {
            return Weights {softmax};
        }
        const DataflowNode* choice = m_uses.soleProducer(weights, "Where");
        const DataflowNode* test =
            choice != nullptr ? m_uses.soleProducer(choice->inputs[0], "IsNaN") : nullptr;
        if (test == nullptr || test->inputs[0] != choice->inputs[2]
            || knownScalar(m_specialization, choice->inputs[1]) != 0.0f) {
            return std::nullopt;
        }
        const ValueId tested = *test->inputs[0];
        const DataflowNode* softmax = m_uses.producer(tested);
        const bool isSoftmax = softmax != nullptr && isOnnx(*softmax, "Softmax")
            && m_uses.readers(tested).size() == 2 && !m_uses.isOutput(tested)
            && descriptor(tested) == descriptor(weights);
        return isSoftmax ? std::optional(Weights {softmax, true}) : std::nullopt;
    }

    [[nodiscard]] bool hasShapeOf(ValueId scores, const ScoreChain& chain) const
    {
        return descriptor(scores).shape == descriptor(chain.product->outputs[0]).shape;
    }

    // What a known number multiplies or divides to make `value`, which nobody else reads and which has its
    // shape: the number goes into `scale`. `value` itself where there is no such node; nothing for a quotient
    // by 0.
    [[nodiscard]] std::optional<ValueId> withoutScale(ValueId value, float& scale) const
    {
        for (const auto& [opType, isDivision] : {std::pair("Mul", false), std::pair("Div", true)}) {
            const DataflowNode* scaling = m_uses.soleProducer(value, opType);
            if (scaling == nullptr) {
                continue;
            }
            const bool scaleFirst = !isDivision && knownScalar(m_specialization, scaling->inputs[0]);
            const auto factor = knownScalar(m_specialization, scaling->inputs[scaleFirst ? 0 : 1]);
            const ValueId scaled = *scaling->inputs[scaleFirst ? 1 : 0];
            if (!factor || descriptor(scaled) != descriptor(value)) {
                return value;
            }
            if (isDivision && *factor == 0) {
                return std::nullopt;
            }
            scale *= isDivision ? 1 / *factor : *factor;
            return scaled;
        }
        return value;
    }

    // The product behind `scores`, perhaps scaled by a known number.
    [[nodiscard]] std::optional<ScoreChain> matchScaledProduct(ValueId scores) const
    {
        ScoreChain chain;
        const auto scaled = withoutScale(withoutCast(scores, true), chain.scale);
        if (!scaled) {
            return std::nullopt;
        }
        chain.product = m_uses.soleProducer(withoutCast(*scaled, true), "MatMul");
        return chain.product != nullptr ? std::optional(chain) : std::nullopt;
    }

    // Walks from the softmax's input up to the product. Of a sum, the mask is the operand that is not one.
    [[nodiscard]] std::optional<ScoreChain> matchScores(const DataflowNode& softmax) const
    {
        const ValueId scores = *softmax.inputs[0];
        const Shape& shape = descriptor(scores).shape;
        if (elementCount(shape) == 0 || !isOverLastAxis(softmax, m_dataflow, shape.size())) {
            return std::nullopt;
        }
        const ValueId sum = withoutCast(scores, true);
        const DataflowNode* add = m_uses.soleProducer(sum, "Add");
        if (add == nullptr) {
            auto chain = matchScaledProduct(scores);
            return chain && hasShapeOf(scores, *chain) ? chain : std::nullopt;
        }
        for (const size_t product : {0u, 1u}) {
            auto chain = broadcastsElsewhere(*add) ? std::nullopt : matchScaledProduct(*add->inputs[product]);
            if (chain && hasShapeOf(sum, *chain)) {
                chain->mask = add->inputs[1 - product];
                return chain;
            }
        }
        return std::nullopt;
    }

    // Query, key and value have the same batch dimensions, and at least one of them, so that no product
    // broadcasts, and all that the kernel reads and writes is of one type.
    [[nodiscard]] bool isAttention(const DataflowNode& node, const ScoreChain& chain) const
    {
        const ValueId query = *chain.product->inputs[0];
        const ValueId key = *chain.product->inputs[1];
        const ValueId value = *node.inputs[1];
        const auto batchOf = [&](ValueId id) {
            const Shape& shape = descriptor(id).shape;
            return shape.size() < 3 ? Shape {} : Shape(shape.begin(), shape.end() - 2);
        };
        const Shape batch = batchOf(query);
        const DataType type = descriptor(query).type;
        return !batch.empty() && batch == batchOf(key) && batch == batchOf(value) && isFusedType(type)
            && descriptor(value).type == type && (!chain.mask || descriptor(*chain.mask).type == type);
    }

    const Dataflow& m_dataflow;
    const Specialization& m_specialization;
    const UseMap& m_uses;
};

} // namespace

std::optional<DataflowNode> matchAttention(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const DataflowNode& node)
{
    const ops::Operator* attention = ops::standardRegistry().find("weightless", "Attention", dataflow.opset);
    if (!isOnnx(node, "MatMul") || attention == nullptr) {
        return std::nullopt;
    }
    return AttentionMatch(dataflow, specialization, uses).match(node, *attention);
}

} // namespace weightless::plan
