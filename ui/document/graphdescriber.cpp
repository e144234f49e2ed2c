// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/graphdescriber.h"

#include "ui/document/modeldocument.h"
#include "ui/text/text.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace weightless::ui {

namespace {

constexpr int maxSubGraphDepth = 64;

// The names and constants a node uses, those of its sub-graphs included.
struct Uses {
    std::vector<std::string> names;
    std::vector<const ConstantInfo*> constants;
};

void collectUses(const Node& node, Uses& uses, int depth);

void collectGraph(const ModelGraph& graph, Uses& uses, int depth)
{
    if (depth > maxSubGraphDepth)
        return;
    for (const auto& constant : graph.constants)
        uses.constants.push_back(constant.get());
    Uses inner;
    for (const Node& node : graph.nodes)
        collectUses(node, inner, depth + 1);
    // Only names that the sub-graph does not define are taken from outside.
    std::unordered_set<std::string_view> defined;
    for (const ValueInfo& input : graph.inputs)
        defined.insert(input.name);
    for (const auto& constant : graph.constants)
        defined.insert(constant->name);
    for (const Node& node : graph.nodes)
        defined.insert(node.outputs.begin(), node.outputs.end());
    for (std::string& name : inner.names) {
        if (!defined.contains(name))
            uses.names.push_back(std::move(name));
    }
    uses.constants.insert(uses.constants.end(), inner.constants.begin(), inner.constants.end());
}

void collectUses(const Node& node, Uses& uses, int depth)
{
    for (const std::string& name : node.inputs) {
        if (!name.empty())
            uses.names.push_back(name);
    }
    for (const Attribute& attribute : node.attributes.all()) {
        const AttributeValue& value = attribute.value;
        if (const auto* tensor = std::get_if<std::shared_ptr<const ConstantInfo>>(&value)) {
            uses.constants.push_back(tensor->get());
        } else if (const auto* tensors =
                       std::get_if<std::vector<std::shared_ptr<const ConstantInfo>>>(&value)) {
            for (const auto& entry : *tensors)
                uses.constants.push_back(entry.get());
        } else if (const auto* graph = std::get_if<std::shared_ptr<const ModelGraph>>(&value)) {
            collectGraph(**graph, uses, depth + 1);
        } else if (const auto* graphs = std::get_if<std::vector<std::shared_ptr<const ModelGraph>>>(&value)) {
            for (const auto& entry : *graphs)
                collectGraph(*entry, uses, depth + 1);
        }
    }
}

class Describer {
public:
    explicit Describer(ModelDocument& document)
        : m_document(document)
    {
        for (size_t i = 0; i < document.constants.size(); ++i)
            m_constantIndex.emplace(document.constants[i].get(), static_cast<int>(i));
        for (const auto& constant : document.model.graph.constants)
            m_initializers.emplace(constant->name, m_constantIndex.at(constant.get()));
    }

    void describe()
    {
        for (const TensorRow& row : m_document.tensors)
            m_document.graph.constants.push_back({row.name, row.sizeBytes});
        const ModelGraph& graph = m_document.model.graph;
        for (const Node& node : graph.nodes)
            addNode(node);
        for (const ValueInfo& input : graph.inputs)
            addInput(input);
        for (size_t i = 0; i < graph.nodes.size(); ++i)
            linkNode(static_cast<int>(i), graph.nodes[i]);
        for (const ValueInfo& output : graph.outputs)
            addOutput(output);
    }

private:
    void addNode(const Node& node)
    {
        const int index = static_cast<int>(m_document.graph.nodes.size());
        widgets::GraphDescription::Node described;
        described.name = fromUtf8(node.name);
        described.opType = fromUtf8(node.opType);
        m_document.graph.nodes.push_back(std::move(described));
        for (const std::string& output : node.outputs) {
            if (!output.empty())
                m_document.producers.insert(fromUtf8(output), index);
        }
    }

    void addInput(const ValueInfo& input)
    {
        const QString name = fromUtf8(input.name);
        widgets::GraphDescription::Node described;
        described.name = name;
        described.opType = QStringLiteral("input");
        described.kind = widgets::GraphNodeKind::Input;
        described.details = m_document.valueShapes.value(name);
        m_document.producers.insert(name, static_cast<int>(m_document.graph.nodes.size()));
        m_document.graph.nodes.push_back(std::move(described));
    }

    void addOutput(const ValueInfo& output)
    {
        const QString name = fromUtf8(output.name);
        widgets::GraphDescription::Node described;
        described.name = name;
        described.opType = QStringLiteral("output");
        described.kind = widgets::GraphNodeKind::Output;
        described.details = m_document.valueShapes.value(name);
        const int index = static_cast<int>(m_document.graph.nodes.size());
        m_document.graph.nodes.push_back(std::move(described));
        addEdge(name, index);
    }

    void addEdge(const QString& value, int to)
    {
        const auto producer = m_document.producers.constFind(value);
        if (producer == m_document.producers.cend() || *producer == to)
            return;
        m_document.graph.edges.push_back({*producer, to, edgeLabel(value)});
    }

    QString edgeLabel(const QString& value) const
    {
        const QString text = m_document.valueShapes.value(value);
        const qsizetype open = text.indexOf(QLatin1Char('['));
        if (open < 0)
            return {};
        QString shape = text.mid(open + 1, text.size() - open - 2);
        return shape.replace(QStringLiteral(", "), QStringLiteral("×"));
    }

    void linkNode(int index, const Node& node)
    {
        Uses uses;
        collectUses(node, uses, 0);
        auto& described = m_document.graph.nodes[static_cast<size_t>(index)];
        for (const ConstantInfo* constant : uses.constants) {
            if (const auto found = m_constantIndex.find(constant); found != m_constantIndex.end())
                addConstant(described, found->second);
        }
        for (const std::string& name : uses.names) {
            if (const auto found = m_initializers.find(name); found != m_initializers.end())
                addConstant(described, found->second);
            else
                addEdge(fromUtf8(name), index);
        }
        for (const int constant : described.constants)
            m_document.tensors[static_cast<size_t>(constant)].nodes.push_back(index);
        described.details = details(node);
    }

    static void addConstant(widgets::GraphDescription::Node& node, int constant)
    {
        if (std::find(node.constants.begin(), node.constants.end(), constant) == node.constants.end())
            node.constants.push_back(constant);
    }

    QString details(const Node& node) const
    {
        QStringList outputs;
        for (const std::string& output : node.outputs) {
            const QString shape = m_document.valueShapes.value(fromUtf8(output));
            if (!shape.isEmpty())
                outputs.append(shape);
        }
        return outputs.join(QStringLiteral(", "));
    }

    ModelDocument& m_document;
    std::unordered_map<const ConstantInfo*, int> m_constantIndex;
    std::unordered_map<std::string, int> m_initializers;
};

} // namespace

void describeGraph(ModelDocument& document)
{
    Describer(document).describe();
}

} // namespace weightless::ui
