// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/parametercount.h"

#include "engine/model/narrowtypes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace weightless {

namespace {

enum class Role {
    Weight, // each element is one
    Codes, // if no more than eight bits wide: those of quantised embeddings
    Packed, // of as many bits each as `bits` says
    ZeroPoint,
};

struct ReadInput {
    std::string_view opType;
    size_t input;
    Role role;
    std::string_view bits = {}; // the attribute, of which 4 is the default
};

constexpr std::array readInputs {
    ReadInput {"DequantizeLinear", 0, Role::Weight},
    ReadInput {"DequantizeLinear", 2, Role::ZeroPoint},
    ReadInput {"QuantizeLinear", 2, Role::ZeroPoint},
    ReadInput {"QLinearConv", 3, Role::Weight},
    ReadInput {"QLinearConv", 8, Role::Weight}, // its bias
    ReadInput {"QLinearMatMul", 0, Role::Weight},
    ReadInput {"QLinearMatMul", 3, Role::Weight},
    ReadInput {"QLinearAdd", 0, Role::Weight},
    ReadInput {"QLinearAdd", 3, Role::Weight},
    ReadInput {"QLinearMul", 0, Role::Weight},
    ReadInput {"QLinearMul", 3, Role::Weight},
    ReadInput {"QGemm", 3, Role::Weight},
    ReadInput {"QGemm", 6, Role::Weight}, // its bias
    ReadInput {"MatMulInteger", 0, Role::Weight},
    ReadInput {"MatMulInteger", 1, Role::Weight},
    ReadInput {"MatMulIntegerToFloat", 0, Role::Weight},
    ReadInput {"MatMulIntegerToFloat", 1, Role::Weight},
    ReadInput {"ConvInteger", 1, Role::Weight},
    ReadInput {"DynamicQuantizeMatMul", 1, Role::Weight},
    ReadInput {"DynamicQuantizeLSTM", 1, Role::Weight},
    ReadInput {"DynamicQuantizeLSTM", 2, Role::Weight},
    ReadInput {"QAttention", 1, Role::Weight},
    ReadInput {"QEmbedLayerNormalization", 2, Role::Weight},
    ReadInput {"QEmbedLayerNormalization", 3, Role::Weight},
    ReadInput {"QEmbedLayerNormalization", 4, Role::Weight},
    ReadInput {"QEmbedLayerNormalization", 5, Role::Weight},
    ReadInput {"QEmbedLayerNormalization", 6, Role::Weight},
    ReadInput {"Gather", 0, Role::Codes},
    ReadInput {"MatMulNBits", 1, Role::Packed, "bits"},
    ReadInput {"MatMulNBits", 3, Role::ZeroPoint},
    ReadInput {"GatherBlockQuantized", 0, Role::Packed, "bits"},
    ReadInput {"GatherBlockQuantized", 3, Role::ZeroPoint},
    ReadInput {"MatMulBnb4", 1, Role::Packed},
    ReadInput {"QMoE", 2, Role::Packed, "expert_weight_bits"},
    ReadInput {"QMoE", 5, Role::Packed, "expert_weight_bits"},
    ReadInput {"QMoE", 8, Role::Packed, "expert_weight_bits"},
};

struct Reading {
    Role role = Role::Weight;
    uint64_t bits = 4; // of one number of those that are packed
};

// By the name of what is read. Where bodies use a name twice, who reads it first decides for both.
using Readings = std::unordered_map<std::string_view, Reading>;

uint64_t bitsOf(const Node& node, std::string_view attribute)
{
    constexpr uint64_t fallback = 4;
    const AttributeValue* value = attribute.empty() ? nullptr : node.attributes.find(attribute);
    const auto* bits = value == nullptr ? nullptr : std::get_if<int64_t>(value);
    return bits == nullptr || *bits < 1 ? fallback : static_cast<uint64_t>(*bits);
}

Readings readingsOf(const Model& model)
{
    Readings readings;
    forEachNode(model, [&](const Node& node) {
        for (const ReadInput& each : readInputs) {
            if (each.opType == node.opType && each.input < node.inputs.size()
                && !node.inputs[each.input].empty()) {
                readings.try_emplace(node.inputs[each.input], Reading {each.role, bitsOf(node, each.bits)});
            }
        }
    });
    return readings;
}

uint64_t parametersIn(const TensorDescriptor& descriptor, const Reading* reading)
{
    const DataType type = descriptor.type;
    const bool isZeroPoint = reading != nullptr && reading->role == Role::ZeroPoint;
    const bool isNumber = isFloat(type) || isNarrow(type) || (isInteger(type) && reading != nullptr);
    if (isZeroPoint || !isNumber) {
        return 0;
    }
    const auto elements = static_cast<uint64_t>(elementCount(descriptor.shape).value_or(0));
    const uint64_t width = bitWidth(type);
    if (!isInteger(type)) {
        return elements; // of half a byte too
    }
    if (reading->role == Role::Packed) {
        return elements * std::max(width / reading->bits, uint64_t {1});
    }
    constexpr uint64_t widestCode = 8;
    return reading->role == Role::Weight || width <= widestCode ? elements : 0;
}

} // namespace

uint64_t countParameters(const Model& model)
{
    const Readings readings = readingsOf(model);
    uint64_t count = 0;
    const auto add = [&](const ConstantInfo& constant, const std::string& name) {
        const auto found = readings.find(name);
        count += parametersIn(constant.descriptor, found == readings.end() ? nullptr : &found->second);
    };
    forEachGraph(model, [&](const ModelGraph& graph) {
        for (const auto& constant : graph.constants) {
            add(*constant, constant->name);
        }
    });
    forEachNode(model, [&](const Node& node) {
        const bool isNamed = node.opType == "Constant" && !node.outputs.empty();
        for (const Attribute& attribute : node.attributes.all()) {
            if (const auto* one = std::get_if<std::shared_ptr<const ConstantInfo>>(&attribute.value)) {
                add(**one, isNamed ? node.outputs.front() : std::string());
            } else if (const auto* several =
                           std::get_if<std::vector<std::shared_ptr<const ConstantInfo>>>(&attribute.value)) {
                for (const auto& each : *several) {
                    add(*each, {});
                }
            }
        }
    });
    return count;
}

} // namespace weightless
