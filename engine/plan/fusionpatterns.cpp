// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionpatterns.h"

#include "engine/ops/largestfloat.h"

namespace weightless::plan {

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

} // namespace weightless::plan
