// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/repeats.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <type_traits>
#include <unordered_map>

namespace weightless::plan {

namespace {

// What a node does, as bytes: nodes that do the same have the same ones.
class Key {
public:
    template <typename T>
    void add(const T& number)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        m_bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
    }
    void add(const std::string& text)
    {
        add(text.size());
        m_bytes += text;
    }
    template <typename T>
    void add(const std::vector<T>& values)
    {
        add(values.size());
        for (const T& value : values) {
            add(value);
        }
    }
    // Constants are the same where they are one; two with the same elements are not looked for.
    void add(const std::shared_ptr<const ConstantInfo>& constant) { add(constant.get()); }
    // Graphs, and what this build has no use for.
    void add(const std::shared_ptr<const ModelGraph>&) { m_isComparable = false; }
    void add(const OpaqueAttribute&) { m_isComparable = false; }

    void add(const Attributes& attributes)
    {
        std::vector<const Attribute*> sorted;
        for (const Attribute& attribute : attributes.all()) {
            sorted.push_back(&attribute);
        }
        std::ranges::sort(sorted, {}, &Attribute::name);
        for (const Attribute* attribute : sorted) {
            add(attribute->name);
            add(attribute->value.index());
            std::visit([this](const auto& value) { add(value); }, attribute->value);
        }
    }

    [[nodiscard]] std::optional<std::string> bytes() &&
    {
        return m_isComparable ? std::optional(std::move(m_bytes)) : std::nullopt;
    }

private:
    std::string m_bytes;
    bool m_isComparable = true;
};

// What normalisations written out begin with: two of one value would share it, and no longer be found as what
// they are.
bool beginsNorm(const DataflowNode& node)
{
    return node.op->domain.empty()
        && (node.op->name == "ReduceMean" || node.op->name == "InstanceNormalization");
}

class Joining {
public:
    Joining(const Dataflow& dataflow, const Specialization& specialization)
        : m_dataflow(dataflow)
        , m_specialization(specialization)
        , m_isOutput(dataflow.values.size())
        , m_classOf(dataflow.values.size())
    {
        for (const auto& [name, value] : dataflow.outputs) {
            m_isOutput[value] = true;
        }
        std::iota(m_classOf.begin(), m_classOf.end(), ValueId {0});
        m_readAs = m_classOf;
        classKnownValues();
        for (size_t i = 0; i < dataflow.nodes.size(); ++i) {
            visit(i);
        }
    }

    [[nodiscard]] std::optional<Dataflow> result() const
    {
        if (m_left.empty()) {
            return std::nullopt;
        }
        Dataflow result = m_dataflow;
        for (const size_t index : m_left) {
            result.nodes[index].outputs.clear();
        }
        for (DataflowNode& node : result.nodes) {
            for (std::optional<ValueId>& input : node.inputs) {
                input = input ? std::optional(standIn(*input)) : std::nullopt;
            }
            for (ValueId& output : node.outputs) {
                output = standIn(output);
            }
        }
        std::erase_if(result.nodes, [](const DataflowNode& node) { return node.outputs.empty(); });
        return result;
    }

private:
    // Nodes with a value that both make for the graph's outputs keep it.
    [[nodiscard]] ValueId standIn(ValueId value) const { return m_readAs[m_readAs[value]]; }

    // Values known alike are of one class from the beginning, so that no key of a node repeats what they
    // hold.
    void classKnownValues()
    {
        constexpr size_t mostBytes = 1024; // numbers, shapes, axes; tables are not compared
        std::unordered_map<std::string, ValueId> firsts;
        for (ValueId value = 0; value < m_classOf.size(); ++value) {
            const HostTensor* known = m_specialization.known[value].get();
            if (known == nullptr || known->bytes.size() > mostBytes || !known->strings.empty()) {
                continue;
            }
            Key content;
            content.add(known->descriptor.type);
            content.add(known->descriptor.shape);
            content.add(known->bytes);
            m_classOf[value] = firsts.emplace(std::move(content).bytes().value(), value).first->second;
        }
    }

    [[nodiscard]] std::optional<std::string> keyOf(const DataflowNode& node) const
    {
        const bool isKnown = std::ranges::all_of(
            node.outputs, [&](ValueId output) { return m_specialization.known[output] != nullptr; });
        // What runs on the CPU without a rule for its shapes may draw numbers, or hold a graph.
        if (isKnown || node.op->infer == nullptr || !node.bodies.empty() || beginsNorm(node)) {
            return std::nullopt;
        }
        Key key;
        key.add(node.op);
        key.add(node.outputs.size());
        key.add(node.inputs.size());
        for (const auto& input : node.inputs) {
            key.add(input.has_value());
            if (input) {
                key.add(m_classOf[*input]);
            }
        }
        key.add(node.attributes);
        return std::move(key).bytes();
    }

    void visit(size_t index)
    {
        const DataflowNode& node = m_dataflow.nodes[index];
        auto key = keyOf(node);
        if (!key) {
            return;
        }
        const auto [found, isFirst] = m_firsts.emplace(std::move(*key), index);
        if (isFirst) {
            return;
        }
        const DataflowNode& first = m_dataflow.nodes[found->second];
        bool areBothOutputs = false;
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            m_classOf[node.outputs[i]] = first.outputs[i];
            areBothOutputs =
                areBothOutputs || (m_isOutput[node.outputs[i]] && m_isOutput[m_readAs[first.outputs[i]]]);
        }
        if (areBothOutputs) {
            return;
        }
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            if (m_isOutput[node.outputs[i]]) {
                m_readAs[first.outputs[i]] = node.outputs[i];
            } else {
                m_readAs[node.outputs[i]] = first.outputs[i];
            }
        }
        m_left.push_back(index);
    }

    const Dataflow& m_dataflow;
    const Specialization& m_specialization;
    std::vector<bool> m_isOutput;
    std::vector<ValueId> m_classOf; // the first value that is made, or known, like it
    std::vector<ValueId> m_readAs; // by a value's class, what the first node yields
    std::unordered_map<std::string, size_t> m_firsts;
    std::vector<size_t> m_left; // out
};

} // namespace

std::optional<Dataflow> withoutRepeatedNodes(const Dataflow& dataflow, const Specialization& specialization)
{
    return Joining(dataflow, specialization).result();
}

} // namespace weightless::plan
