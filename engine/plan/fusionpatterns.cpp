// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionpatterns.h"

#include "engine/ops/largestfloat.h"

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

bool hasShapeOf(const Specialization& specialization, ValueId scores, const ScoreChain& chain)
{
    return specialization.descriptors[scores] == specialization.descriptors[chain.product->outputs[0]];
}

// What a known number multiplies or divides to make `value`, which nobody else reads and which has its shape:
// the number goes into `scale`. `value` itself where there is no such node; nothing for a quotient by 0.
std::optional<ValueId> withoutScale(
    const Specialization& specialization, const UseMap& uses, ValueId value, float& scale)
{
    for (const auto& [opType, isDivision] : {std::pair("Mul", false), std::pair("Div", true)}) {
        const DataflowNode* scaling = uses.soleProducer(value, opType);
        if (scaling == nullptr) {
            continue;
        }
        const bool scaleFirst = !isDivision && knownScalar(specialization, scaling->inputs[0]);
        const auto factor = knownScalar(specialization, scaling->inputs[scaleFirst ? 0 : 1]);
        const ValueId scaled = *scaling->inputs[scaleFirst ? 1 : 0];
        if (!factor || specialization.descriptors[scaled] != specialization.descriptors[value]) {
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
std::optional<ScoreChain> matchScaledProduct(
    const Specialization& specialization, const UseMap& uses, ValueId scores)
{
    ScoreChain chain;
    const auto product = withoutScale(specialization, uses, scores, chain.scale);
    chain.product = uses.soleProducer(product, "MatMul");
    return chain.product != nullptr ? std::optional(chain) : std::nullopt;
}

// Walks from the softmax's input up to the product. Of a sum, the mask is the operand that is not one.
std::optional<ScoreChain> matchScores(
    const Specialization& specialization, const UseMap& uses, ValueId scores)
{
    const DataflowNode* add = uses.soleProducer(scores, "Add");
    if (add == nullptr) {
        return matchScaledProduct(specialization, uses, scores);
    }
    if (broadcastsElsewhere(*add)) {
        return std::nullopt;
    }
    for (const size_t product : {0u, 1u}) {
        auto chain = matchScaledProduct(specialization, uses, *add->inputs[product]);
        if (chain && hasShapeOf(specialization, scores, *chain)) {
            chain->mask = add->inputs[1 - product];
            return chain;
        }
    }
    return std::nullopt;
}

// Query, key and value have the same batch dimensions, and at least one of them, so that no product
// broadcasts.
bool haveSameBatch(const Specialization& specialization, ValueId query, ValueId key, ValueId value)
{
    const auto batchOf = [&](ValueId id) {
        const Shape& shape = specialization.descriptors[id].shape;
        return shape.size() < 3 ? Shape {} : Shape(shape.begin(), shape.end() - 2);
    };
    const Shape batch = batchOf(query);
    return !batch.empty() && batch == batchOf(key) && batch == batchOf(value);
}

} // namespace

UseMap::UseMap(const Dataflow& dataflow)
    : m_producers(dataflow.values.size())
    , m_readers(dataflow.values.size())
    , m_isOutput(dataflow.values.size())
{
    for (size_t i = 0; i < dataflow.nodes.size(); ++i) {
        const DataflowNode& node = dataflow.nodes[i];
        for (const ValueId output : node.outputs) {
            m_producers[output] = &node;
        }
        for (const auto& input : node.inputs) {
            if (input) {
                m_readers[*input].push_back(i);
            }
        }
    }
    for (const auto& [name, value] : dataflow.outputs) {
        m_isOutput[value] = true;
    }
}

const DataflowNode* UseMap::soleProducer(std::optional<ValueId> value, std::string_view opType) const
{
    if (!value || m_producers[*value] == nullptr || !isReadOnce(*value)
        || !isOnnx(*m_producers[*value], opType)) {
        return nullptr;
    }
    return m_producers[*value];
}

bool isOnnx(const DataflowNode& node, std::string_view opType)
{
    return node.op->domain.empty() && node.op->name == opType;
}

bool broadcastsElsewhere(const DataflowNode& node)
{
    return node.attributes.has("axis");
}

bool isFusedType(DataType type)
{
    return type == DataType::Float32 || type == DataType::Float16 || type == DataType::BFloat16;
}

std::optional<float> knownScalar(const Specialization& specialization, std::optional<ValueId> value)
{
    if (!value || !specialization.known[*value] || !isFloat(specialization.descriptors[*value].type)
        || elementCount(specialization.descriptors[*value].shape) != 1) {
        return std::nullopt;
    }
    return static_cast<float>(elementAsDouble(*specialization.known[*value], 0));
}

std::optional<std::array<float, 2>> clipBounds(const Specialization& specialization, const DataflowNode& clip)
{
    const auto largest =
        static_cast<float>(ops::largestFloat(specialization.descriptors[clip.outputs[0]].type));
    std::array<float, 2> bounds {
        clip.attributes.floatOr("min", -largest), clip.attributes.floatOr("max", largest)};
    for (size_t i = 1; i < clip.inputs.size(); ++i) {
        if (clip.inputs[i]) {
            const auto bound = knownScalar(specialization, clip.inputs[i]);
            if (!bound) {
                return std::nullopt;
            }
            bounds[i - 1] = *bound;
        }
    }
    return bounds;
}

std::optional<DataflowNode> matchAttention(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const DataflowNode& node)
{
    if (!isOnnx(node, "MatMul")) {
        return std::nullopt;
    }
    const DataflowNode* softmax = uses.soleProducer(node.inputs[0], "Softmax");
    const ops::Operator* attention = ops::standardRegistry().find("weightless", "Attention", dataflow.opset);
    if (softmax == nullptr || attention == nullptr) {
        return std::nullopt;
    }
    const ValueId scores = *softmax->inputs[0];
    const TensorDescriptor& descriptor = specialization.descriptors[scores];
    auto chain = matchScores(specialization, uses, scores);
    if (!chain || !hasShapeOf(specialization, scores, *chain) || !isFusedType(descriptor.type)
        || elementCount(descriptor.shape) == 0 || !isOverLastAxis(*softmax, dataflow, descriptor.shape.size())
        || !haveSameBatch(
            specialization, *chain->product->inputs[0], *chain->product->inputs[1], *node.inputs[1])) {
        return std::nullopt;
    }
    // Exporters of PyTorch's attention scale query and key, each by the root.
    const auto query = withoutScale(specialization, uses, *chain->product->inputs[0], chain->scale);
    const auto key = withoutScale(specialization, uses, *chain->product->inputs[1], chain->scale);
    if (!query || !key) {
        return std::nullopt;
    }
    DataflowNode fused;
    fused.op = attention;
    fused.inputs = {query, key, node.inputs[1]};
    if (chain->mask) {
        fused.inputs.push_back(chain->mask);
    }
    fused.outputs = node.outputs;
    fused.name = node.name;
    fused.attributes.set("scale", chain->scale);
    fused.attributes.set("kTransposed", int64_t {1});
    return fused;
}

} // namespace weightless::plan
