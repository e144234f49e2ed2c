// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/indexedtables.h"

#include "engine/base/error.h"
#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace weightless {

namespace {

using Tables = std::unordered_map<std::string_view, const ConstantInfo*>;

bool isOfOnnx(const Node& node)
{
    return node.domain.empty() || node.domain == "ai.onnx";
}

int64_t intOf(const Node& node, std::string_view attribute, int64_t fallback)
{
    const AttributeValue* value = node.attributes.find(attribute);
    const auto* number = value != nullptr ? std::get_if<int64_t>(value) : nullptr;
    return number != nullptr ? *number : fallback;
}

// Its first output has the values of its first input.
bool keepsValues(const Node& node)
{
    if (node.opType == "Cast") {
        const auto type = static_cast<DataType>(intOf(node, "to", 0));
        return type == DataType::Int64 || type == DataType::Int32;
    }
    constexpr std::array<std::string_view, 5> kept {"Identity", "Reshape", "Unsqueeze", "Squeeze", "Flatten"};
    return std::ranges::find(kept, node.opType) != kept.end();
}

// 0: it chooses from no constant.
IndexedTable tableOf(const Node& gather, const Tables& tables)
{
    const auto table = tables.find(gather.inputs[0]);
    if (table == tables.end()) {
        return {};
    }
    const Shape& shape = table->second->descriptor.shape;
    const auto rank = static_cast<int64_t>(shape.size());
    const int64_t given = intOf(gather, "axis", 0);
    const int64_t axis = given < 0 ? given + rank : given;
    return axis < 0 || axis >= rank ? IndexedTable {}
                                    : IndexedTable {table->second->name, shape[static_cast<size_t>(axis)]};
}

} // namespace

std::map<std::string, IndexedTable> tablesIndexedByInputs(const Model& model)
{
    std::unordered_map<std::string_view, std::string_view> inputOf; // by value that has an input's numbers
    for (const ValueInfo& input : model.graph.inputs) {
        if (input.kind == "tensor" && isInteger(input.type)) {
            inputOf.emplace(input.name, input.name);
        }
    }
    Tables tables;
    for (const auto& constant : model.graph.constants) {
        tables.emplace(constant->name, constant.get());
    }
    for (const ValueInfo& input : model.graph.inputs) {
        tables.erase(input.name); // of which the constant is the default
    }
    std::map<std::string, IndexedTable> indexed;
    for (const Node& node : model.graph.nodes) {
        if (!isOfOnnx(node) || node.inputs.empty() || node.outputs.empty()) {
            continue;
        }
        if (const auto first = inputOf.find(node.inputs[0]); first != inputOf.end() && keepsValues(node)) {
            inputOf.emplace(node.outputs[0], first->second);
        }
        const bool isGather = node.opType == "Gather" && node.inputs.size() > 1;
        const auto indices = isGather ? inputOf.find(node.inputs[1]) : inputOf.end();
        if (indices == inputOf.end()) {
            continue;
        }
        IndexedTable table = tableOf(node, tables);
        if (table.size == 0) {
            continue;
        }
        const auto [known, isNew] = indexed.emplace(indices->second, table);
        if (!isNew && table.size < known->second.size) {
            known->second = std::move(table);
        }
    }
    return indexed;
}

void checkIndices(const std::string& input, const HostTensor& values, const IndexedTable& table)
{
    const auto count = static_cast<size_t>(elementCount(values.descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        const int64_t value = elementAsInt64(values, i);
        if (value < -table.size || value >= table.size) {
            throw Error(ErrorKind::InvalidArgument,
                "Input " + quotedName(input) + " chooses from " + quotedName(table.name)
                    + " by its values: they must lie within " + std::to_string(-table.size) + " … "
                    + std::to_string(table.size - 1) + ", but element " + std::to_string(i) + " is "
                    + std::to_string(value));
        }
    }
}

} // namespace weightless
