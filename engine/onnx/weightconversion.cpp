// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/weightconversion.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/float16.h"
#include "engine/model/bodies.h"
#include "engine/onnx/fieldcopier.h"
#include "engine/onnx/wirewriter.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace weightless::onnx_io {

using onnx::AttributeProto;
using onnx::GraphProto;
using onnx::NodeProto;
using onnx::SparseTensorProto;
using onnx::TensorProto;
using onnx::ValueInfoProto;

namespace {

// A type of 16 bits that float32 is narrowed to.
struct NarrowType {
    uint16_t (*fromFloat)(float value);
    uint16_t infinity; // its bits; those of the largest finite number are one less
};
constexpr NarrowType float16Type {floatToFloat16, 0x7c00};
constexpr NarrowType bfloat16Type {floatToBfloat16, 0x7f80};

uint16_t narrowed(float value, const NarrowType& type, ConversionCounts& counts)
{
    constexpr uint16_t signBit = 0x8000;
    const uint16_t half = type.fromFloat(value);
    const auto magnitude = static_cast<uint16_t>(half & ~signBit);
    if (magnitude == type.infinity && std::isfinite(value)) {
        ++counts.clampedValues;
        return static_cast<uint16_t>((half & signBit) | (type.infinity - 1));
    }
    counts.flushedValues += magnitude == 0 && value != 0.0F ? 1 : 0;
    return half;
}

// Fills pieces of From and gives as many of To.
template <typename From, typename To, typename Convert>
ByteFiller pieceByPiece(ByteFiller source, Convert convert)
{
    return [source = std::move(source), convert, piece = std::vector<From>(16 * KiB)](
               std::span<std::byte> next) mutable {
        while (!next.empty()) {
            const size_t count = std::min(piece.size(), next.size() / sizeof(To));
            source(std::as_writable_bytes(std::span(piece).first(count)));
            for (size_t i = 0; i < count; ++i) {
                const To value = convert(piece[i]);
                std::memcpy(next.data() + i * sizeof(To), &value, sizeof value);
            }
            next = next.subspan(count * sizeof(To));
        }
    };
}

void addNames(const ModelGraph& graph, std::unordered_set<std::string>& names)
{
    for (const auto& constant : graph.constants) {
        names.insert(constant->name);
    }
    for (const ValueInfo& input : graph.inputs) {
        names.insert(input.name);
    }
    for (const Node& node : graph.nodes) {
        names.insert(node.name);
        names.insert(node.outputs.begin(), node.outputs.end());
        for (const auto& body : bodiesOf(node)) {
            addNames(*body, names);
        }
    }
}

} // namespace

ByteFiller converted(ByteFiller source, DataType from, DataType to, ConversionCounts& counts)
{
    if (from == DataType::Float32) {
        const NarrowType& type = to == DataType::Float16 ? float16Type : bfloat16Type;
        return pieceByPiece<float, uint16_t>(
            std::move(source), [&type, &counts](float value) { return narrowed(value, type, counts); });
    }
    return pieceByPiece<uint16_t, float>(std::move(source), float16ToFloat);
}

int64_t WeightConversion::leastOpset(DataType to)
{
    return to == DataType::BFloat16 ? 13 : 6;
}

bool WeightConversion::concerns(const ConstantInfo& constant, DataType from)
{
    const auto count = elementCount(constant.descriptor.shape);
    return constant.descriptor.type == from && !constant.name.empty() && count
        && static_cast<uint64_t>(*count) > leastElements;
}

WeightConversion WeightConversion::of(const Model& model, DataType from, DataType to)
{
    const int64_t least = leastOpset(to);
    if (model.opset() < least) {
        throw Error(ErrorKind::Unsupported,
            "'" + displayPath(model.path) + "' uses operator set " + std::to_string(model.opset())
                + "; storing weights as " + toString(to) + " needs " + std::to_string(least) + " or later");
    }
    WeightConversion conversion {from, to, model.irVersion, {}};
    addNames(model.graph, conversion.takenNames);
    return conversion;
}

GraphConversion::GraphConversion(
    const WeightConversion& conversion, WireMessage graph, const GraphConversion* outer)
    : m_conversion(conversion)
    , m_outer(outer)
    , m_renames(outer != nullptr && outer->m_renames)
{
    while (graph.next()) {
        readNames(graph);
    }
}

void GraphConversion::readNames(const WireMessage& field)
{
    switch (field.field()) {
    case GraphProto::kInputFieldNumber:
        m_inputs.insert(textOf(field.message(), ValueInfoProto::kNameFieldNumber));
        m_names.insert(textOf(field.message(), ValueInfoProto::kNameFieldNumber));
        break;
    case GraphProto::kInitializerFieldNumber:
        m_names.insert(textOf(field.message(), TensorProto::kNameFieldNumber));
        break;
    case GraphProto::kSparseInitializerFieldNumber:
        for (WireMessage sparse = field.message(); sparse.next();) {
            if (sparse.field() == SparseTensorProto::kValuesFieldNumber) {
                m_names.insert(textOf(sparse.message(), TensorProto::kNameFieldNumber));
            }
        }
        break;
    case GraphProto::kNodeFieldNumber:
        for (WireMessage node = field.message(); node.next();) {
            if (node.field() == NodeProto::kOutputFieldNumber) {
                m_names.insert(node.string());
            }
        }
        break;
    default:
        break;
    }
}

bool GraphConversion::isNameOutside(const std::string& name) const
{
    for (const GraphConversion* graph = m_outer; graph != nullptr; graph = graph->m_outer) {
        if (graph->m_names.contains(name)) {
            return true;
        }
    }
    return false;
}

void GraphConversion::renameCast(const std::string& name)
{
    if (m_castNames.contains(name)) {
        return;
    }
    std::string given = name + "_" + toString(m_conversion.from);
    while (m_conversion.takenNames.contains(given) || m_names.contains(given) || isNameOutside(given)) {
        given += "_";
    }
    m_names.insert(given);
    m_castNames.emplace(name, std::move(given));
    m_renames = true;
}

std::optional<std::string> GraphConversion::castNameOf(const std::string& name) const
{
    if (!m_renames) {
        return std::nullopt;
    }
    const GraphConversion* graph = this;
    while (graph != nullptr && !graph->m_names.contains(name)) {
        graph = graph->m_outer;
    }
    if (graph == nullptr) {
        return std::nullopt;
    }
    const auto found = graph->m_castNames.find(name);
    return found != graph->m_castNames.end() ? std::optional(found->second) : std::nullopt;
}

bool GraphConversion::applies(const ConstantInfo& constant) const
{
    // From IR version 4 on, a constant that is an input may be given other values.
    const bool isOverridable = m_conversion.irVersion >= 4 && m_inputs.contains(constant.name);
    return WeightConversion::concerns(constant, m_conversion.from) && !isOverridable
        && !m_byName.contains(constant.name);
}

std::string GraphConversion::add(const ConstantInfo& constant)
{
    std::string stored = constant.name + "_" + toString(m_conversion.to);
    while (m_conversion.takenNames.contains(stored)) {
        stored += "_";
    }
    m_byName.emplace(constant.name, m_constants.size());
    m_constants.push_back({constant.name, stored});
    return stored;
}

std::string GraphConversion::castNodes() const
{
    WireWriter nodes;
    for (const Converted& constant : m_constants) {
        WireWriter to;
        to.text(AttributeProto::kNameFieldNumber, "to");
        to.integer(AttributeProto::kIFieldNumber, static_cast<int64_t>(m_conversion.from));
        to.integer(AttributeProto::kTypeFieldNumber, AttributeProto::INT);
        WireWriter node;
        node.text(NodeProto::kInputFieldNumber, constant.storedName);
        const auto renamed = m_castNames.find(constant.name);
        node.text(
            NodeProto::kOutputFieldNumber, renamed != m_castNames.end() ? renamed->second : constant.name);
        node.text(NodeProto::kNameFieldNumber, constant.storedName + "_cast");
        node.text(NodeProto::kOpTypeFieldNumber, "Cast");
        node.text(NodeProto::kAttributeFieldNumber, to.bytes());
        nodes.text(GraphProto::kNodeFieldNumber, node.bytes());
    }
    return nodes.take();
}

const std::string* GraphConversion::storedName(const std::string& name) const
{
    const auto found = m_byName.find(name);
    return found != m_byName.end() ? &m_constants[found->second].storedName : nullptr;
}

} // namespace weightless::onnx_io
