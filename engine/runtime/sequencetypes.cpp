// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/sequencetypes.h"

#include "engine/model/bodies.h"
#include "engine/model/nodeorder.h"

#include <algorithm>
#include <utility>

namespace weightless {

namespace {

class ElementTypes {
public:
    void add(const ModelGraph& graph)
    {
        for (const std::vector<ValueInfo>* values : {&graph.inputs, &graph.values, &graph.outputs}) {
            for (const ValueInfo& value : *values) {
                if (value.kind == "sequence" || value.kind == "optional") {
                    set(value.name, value.type);
                }
            }
        }
        for (const Node* node : sortedNodes(graph)) {
            add(*node);
        }
    }

    [[nodiscard]] std::map<std::string, DataType, std::less<>> take()
    {
        std::erase_if(m_types, [](const auto& each) { return each.second == DataType::Undefined; });
        return std::move(m_types);
    }

private:
    void add(const Node& node)
    {
        for (const auto& body : bodiesOf(node)) {
            // In the same places, but for a Scan's of opset 8, which has no sequences.
            for (size_t i = 0; i < std::min(node.inputs.size(), body->inputs.size()); ++i) {
                set(body->inputs[i].name, of(node.inputs[i]));
            }
            add(*body);
            forEachHandedOut(node, *body,
                [this](const std::string& inner, const std::string& outer) { set(outer, of(inner)); });
        }
        if (node.outputs.empty()) {
            return;
        }
        if (node.opType == "SequenceEmpty") {
            const int64_t type = node.attributes.intOr("dtype", static_cast<int64_t>(DataType::Float32));
            set(node.outputs[0], static_cast<DataType>(type));
        } else if (!node.inputs.empty()
            && (node.opType == "SequenceInsert" || node.opType == "SequenceErase"
                || node.opType == "Identity")) {
            set(node.outputs[0], of(node.inputs[0]));
        }
    }

    [[nodiscard]] DataType of(const std::string& name) const
    {
        const auto found = m_types.find(name);
        return found != m_types.end() ? found->second : DataType::Undefined;
    }

    void set(const std::string& name, DataType type)
    {
        if (!name.empty() && type != DataType::Undefined) {
            const DataType known = m_types.emplace(name, type).first->second;
            m_types[name] =
                known == type ? type : DataType::Undefined; // two values of one name, in two bodies
        }
    }

    std::map<std::string, DataType, std::less<>> m_types;
};

} // namespace

std::map<std::string, DataType, std::less<>> elementTypesOf(const ModelGraph& graph)
{
    ElementTypes types;
    types.add(graph);
    return types.take();
}

} // namespace weightless
