// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionnorms.h"

#include <algorithm>

namespace weightless::plan {

namespace {

class NormWalk {
public:
    NormWalk(const Dataflow& dataflow, const Specialization& specialization, const UseMap& uses,
        const std::vector<bool>& taken, size_t norm)
        : m_specialization(specialization)
        , m_uses(uses)
        , m_walk(dataflow, specialization, uses, taken, norm)
    {
        const DataflowNode& node = dataflow.nodes[norm];
        m_node.op = ops::standardRegistry().find("weightless", "FusedGroupNormalization", dataflow.opset);
        m_node.inputs = node.inputs;
        m_node.attributes.set("epsilon", node.attributes.floatOr("epsilon", 1e-5f));
    }

    std::optional<FusedChain> walk(const DataflowNode& norm)
    {
        const bool isInstance = isOnnx(norm, "InstanceNormalization");
        m_node.attributes.set(
            "num_groups", isInstance ? current().shape[1] : norm.attributes.intOr("num_groups", 0));
        if (m_node.op == nullptr || !isFusedType(current().type) || elementCount(current().shape) == 0) {
            return std::nullopt; // nothing divides into no groups
        }
        if (isInstance) {
            takeReshapes();
        }
        const size_t plain = m_walk.nodes().size();
        takeFactors();
        m_walk.takeActivation(m_node.attributes);
        if (m_walk.nodes().size() == plain) {
            return std::nullopt;
        }
        m_node.outputs = {m_walk.value()};
        m_node.name = m_walk.joinedNames();
        return FusedChain {std::move(m_node), m_walk.nodes()};
    }

private:
    const TensorDescriptor& descriptor(ValueId value) const { return m_walk.descriptor(value); }
    const TensorDescriptor& current() const { return descriptor(m_walk.value()); }

    // The first Reshape is a view, which others may read as well.
    void takeReshapes()
    {
        const DataflowNode* grouping = m_uses.producer(*m_node.inputs[0]);
        if (grouping == nullptr || !isOnnx(*grouping, "Reshape")) {
            return;
        }
        const ValueId x = *grouping->inputs[0];
        const Shape& shape = descriptor(x).shape;
        const Shape& grouped = current().shape;
        const bool groupsChannels =
            shape.size() >= 2 && shape[0] == grouped[0] && grouped[1] > 0 && shape[1] % grouped[1] == 0;
        const DataflowNode* back = m_walk.nextAs("Reshape", descriptor(x));
        if (groupsChannels && back != nullptr) {
            m_node.inputs[0] = x;
            m_walk.take(*back);
        }
    }

    void takeFactors()
    {
        if (!isFilledWith(*m_node.inputs[1], 1) || !isFilledWith(*m_node.inputs[2], 0)) {
            return;
        }
        const DataflowNode* mul = m_walk.next("Mul");
        const auto factors = mul != nullptr ? perChannel(*mul) : std::nullopt;
        if (!factors) {
            return;
        }
        m_node.inputs = {m_node.inputs[0], factors};
        m_walk.take(*mul);
        const DataflowNode* add = m_walk.next("Add");
        const auto offsets = add != nullptr ? perChannel(*add) : std::nullopt;
        if (offsets) {
            m_node.inputs.emplace_back(offsets);
            m_walk.take(*add);
        }
    }

    bool isFilledWith(ValueId value, double number) const
    {
        const HostTensor* known = m_specialization.known[value].get();
        const size_t count =
            known == nullptr ? 0 : static_cast<size_t>(elementCount(known->descriptor.shape).value_or(0));
        for (size_t i = 0; i < count; ++i) {
            if (elementAsDouble(*known, i) != number) {
                return false;
            }
        }
        return known != nullptr;
    }

    // The other operand, if it has one value for each channel and broadcasts along all else.
    std::optional<ValueId> perChannel(const DataflowNode& node) const
    {
        const auto other = m_walk.otherOperand(node);
        if (!other || broadcastsElsewhere(node)) {
            return std::nullopt;
        }
        const Shape& shape = current().shape;
        Shape expected(shape.size(), 1);
        expected[1] = shape[1];
        const Shape& own = descriptor(*other).shape;
        const bool hasBatch = own.size() == expected.size();
        const bool isExpected = own == (hasBatch ? expected : Shape(expected.begin() + 1, expected.end()));
        return isExpected && descriptor(*other).type == current().type ? other : std::nullopt;
    }

    const Specialization& m_specialization;
    const UseMap& m_uses;
    DataflowNode m_node; // as far as it is fused
    ValueWalk m_walk;
};

// One of the normalisations of sums, and with a scale and a bias that the fused kernel takes:
// RMSNormalization's may have another type or shape, and LayerNormalization's may broadcast.
bool isRowNorm(const Specialization& specialization, const DataflowNode& norm)
{
    const bool isLayer = isOnnx(norm, "LayerNormalization");
    if (!isLayer && !isOnnx(norm, "SimplifiedLayerNormalization") && !isOnnx(norm, "RMSNormalization")) {
        return false;
    }
    const TensorDescriptor& x = specialization.descriptors[*norm.inputs[0]];
    const auto rank = static_cast<int64_t>(x.shape.size());
    const int64_t axis = norm.attributes.intOr("axis", -1);
    const Shape row(x.shape.begin() + (axis < 0 ? axis + rank : axis), x.shape.end());
    return std::all_of(norm.inputs.begin() + 1, norm.inputs.end(), [&](const std::optional<ValueId>& input) {
        if (!input) {
            return true;
        }
        const TensorDescriptor& given = specialization.descriptors[*input];
        const bool isWhole = isLayer
            ? elementCount(given.shape) == elementCount(row) && ops::broadcast(given.shape, row) == row
            : given.shape == row;
        return given.type == x.type && isWhole;
    });
}

// The Add that makes `sum`, of values that are as large as it.
const DataflowNode* additionOf(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const std::vector<bool>& taken, ValueId sum)
{
    const DataflowNode* add = uses.producer(sum);
    if (add == nullptr || !isOnnx(*add, "Add") || taken[static_cast<size_t>(add - dataflow.nodes.data())]) {
        return nullptr;
    }
    const bool broadcasts = std::ranges::any_of(add->inputs, [&](const auto& input) {
        return specialization.descriptors[*input] != specialization.descriptors[sum];
    });
    return broadcasts ? nullptr : add;
}

// The node reads the sum before all others do, and as nothing but what it normalises.
bool isFirstReader(const UseMap& uses, const Dataflow& dataflow, ValueId sum, size_t norm)
{
    const DataflowNode& node = dataflow.nodes[norm];
    return uses.readers(sum).front() == norm
        && std::find(node.inputs.begin() + 1, node.inputs.end(), sum) == node.inputs.end();
}

} // namespace

std::optional<FusedChain> matchNorm(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const std::vector<bool>& taken, size_t norm)
{
    const DataflowNode& node = dataflow.nodes[norm];
    if ((!isOnnx(node, "InstanceNormalization") && !isOnnx(node, "GroupNormalization")) || taken[norm]
        || specialization.known[node.outputs[0]] != nullptr) {
        return std::nullopt;
    }
    return NormWalk(dataflow, specialization, uses, taken, norm).walk(node);
}

std::optional<FusedChain> matchAddNorm(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const std::vector<bool>& taken, size_t norm)
{
    const DataflowNode& node = dataflow.nodes[norm];
    if (taken[norm] || !isRowNorm(specialization, node)) {
        return std::nullopt;
    }
    const ValueId sum = *node.inputs[0];
    const DataflowNode* add = additionOf(dataflow, specialization, uses, taken, sum);
    const bool yieldsOne = std::all_of(node.outputs.begin() + 1, node.outputs.end(),
        [&](ValueId output) { return uses.readers(output).empty() && !uses.isOutput(output); });
    if (add == nullptr || !yieldsOne || !isFirstReader(uses, dataflow, sum, norm)
        || !isFusedType(specialization.descriptors[sum].type) || specialization.known[sum] != nullptr) {
        return std::nullopt;
    }
    DataflowNode fused;
    fused.op = ops::standardRegistry().find("weightless", "AddLayerNormalization", dataflow.opset);
    fused.inputs = {add->inputs[0], add->inputs[1]};
    fused.inputs.insert(fused.inputs.end(), node.inputs.begin() + 1, node.inputs.end());
    fused.attributes.set("axis", node.attributes.intOr("axis", -1));
    fused.attributes.set("epsilon", node.attributes.floatOr("epsilon", 1e-5f));
    fused.attributes.set("simplified", int64_t {isOnnx(node, "LayerNormalization") ? 0 : 1});
    fused.outputs = {node.outputs[0]};
    if (!uses.isReadOnce(sum)) {
        fused.outputs.push_back(sum);
    }
    const std::vector<size_t> nodes {static_cast<size_t>(add - dataflow.nodes.data()), norm};
    fused.name = joinedNames(dataflow, nodes);
    return fused.op != nullptr ? std::optional(FusedChain {std::move(fused), nodes}) : std::nullopt;
}

} // namespace weightless::plan
