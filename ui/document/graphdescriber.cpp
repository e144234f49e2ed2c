// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/graphdescriber.h"

#include "ui/document/modeldocument.h"
#include "ui/document/nodetext.h"
#include "ui/text/text.h"
#include "ui/text/textpool.h"

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>

namespace weightless::ui {

namespace {

// Functions call functions: what they would unfold to is bounded.
constexpr int mostBodies = 32; // inside each other
constexpr size_t mostBodyNodes = 100'000;

// The names that nodes of one graph can use: its own, then those of the graphs around it.
struct NameScope {
    NameScope* outer = nullptr;
    std::unordered_map<std::string, int> producers = {}; // node
    std::unordered_map<std::string, int> initializers = {}; // tensor
    std::unordered_map<std::string, int> values = {};
};

// A graph or a function, as far as it is drawn.
struct Body {
    int owner = -1;
    QString name = {};
    int depth = 0;
    std::shared_ptr<NameScope> scope = nullptr; // around it
    const ModelGraph* graph = nullptr;
    const ModelFunction* function = nullptr;

    [[nodiscard]] std::span<const Node> nodes() const
    {
        return graph   ? std::span(graph->nodes)
            : function ? std::span(function->nodes)
                       : std::span<const Node>();
    }
};

class Describer {
public:
    Describer(ModelDocument& document, TextPool& texts)
        : m_document(document)
        , m_texts(texts)
    {
        for (size_t i = 0; i < document.constants.size(); ++i)
            m_constantIndex.emplace(document.constants[i].get(), static_cast<int>(i));
        for (const ModelFunction& function : document.model.functions)
            m_functions.emplace(function.id(), &function);
    }

    void describe()
    {
        for (size_t i = 0; i < m_document.tensors.size(); ++i)
            m_document.graph.constants.push_back(
                describedConstant(m_document.tensors[i], m_document.constants[i]));
        for (auto& constant : m_document.graph.constants) {
            constant.shape = m_texts.shared(constant.shape);
            constant.text = m_texts.shared(constant.text);
        }
        // Bodies stand behind everything that is around them.
        std::vector<Body> pending {Body {.graph = &m_document.model.graph}};
        for (size_t next = 0; next < pending.size(); ++next)
            addBody(Body(pending[next]), pending);
        m_document.graph.nodes.shrink_to_fit(); // a document lives as long as its model is open
        m_document.graph.edges.shrink_to_fit();
        m_document.graph.values.shrink_to_fit();
    }

private:
    void addBody(const Body& body, std::vector<Body>& pending)
    {
        auto scope = std::make_shared<NameScope>();
        scope->outer = body.scope.get();
        m_scopes.push_back(scope);
        if (body.graph) {
            for (const auto& constant : body.graph->constants) {
                if (const auto found = m_constantIndex.find(constant.get()); found != m_constantIndex.end())
                    scope->initializers.emplace(constant->name, found->second);
            }
        }
        noteShapes(body);
        const int first = static_cast<int>(m_document.graph.nodes.size());
        for (const Node& node : body.nodes())
            addNode(node, body, *scope);
        addInputs(body, *scope);
        for (size_t i = 0; i < body.nodes().size(); ++i) {
            const int index = first + static_cast<int>(i);
            linkNode(index, body.nodes()[i], *scope);
            addBodiesOf(index, body.nodes()[i], body, scope, pending);
        }
        addOutputs(body, *scope);
    }

    // What the file says of the values of a graph; of the outermost all that the document knows.
    void noteShapes(const Body& body)
    {
        m_shapes.clear();
        if (body.owner < 0) {
            m_shapes = m_document.valueShapes;
            return;
        }
        if (!body.graph)
            return;
        for (const auto* values : {&body.graph->values, &body.graph->inputs, &body.graph->outputs}) {
            for (const ValueInfo& value : *values)
                m_shapes.insert(fromUtf8(value.name), m_texts.shared(typeAndShape(value)));
        }
    }

    int valueIndex(const std::string& name, NameScope& scope)
    {
        const auto [at, isNew] =
            scope.values.try_emplace(name, static_cast<int>(m_document.graph.values.size()));
        if (isNew) {
            const QString text = fromUtf8(name);
            const auto shape = m_shapes.constFind(text);
            const bool isKnown = shape != m_shapes.cend();
            auto& value = m_document.graph.values.emplace_back(
                describedValue(isKnown ? shape.key() : text, isKnown ? *shape : QString()));
            value.type = m_texts.shared(value.type);
            value.shape = m_texts.shared(value.shape);
        }
        return at->second;
    }

    const QString& valueName(const std::string& name, NameScope& scope)
    {
        return m_document.graph.values[static_cast<size_t>(valueIndex(name, scope))].name;
    }

    int append(widgets::GraphDescription::Node described, const Body& body, const Node* node)
    {
        described.owner = body.owner;
        described.body = body.name;
        m_document.graph.nodes.push_back(std::move(described));
        m_document.nodes.push_back(node);
        return static_cast<int>(m_document.graph.nodes.size()) - 1;
    }

    void addNode(const Node& node, const Body& body, NameScope& scope)
    {
        widgets::GraphDescription::Node described;
        described.name = fromUtf8(node.name);
        described.opType = m_texts.shared(fromUtf8(node.opType));
        described.attributes = m_texts.shared(attributesText(node));
        for (const std::string& output : node.outputs) {
            if (!output.empty())
                described.outputs.push_back(valueIndex(output, scope));
        }
        described.details = m_texts.shared(outputsText(node));
        const int index = append(std::move(described), body, &node);
        for (const std::string& output : node.outputs) {
            if (output.empty())
                continue;
            scope.producers.insert_or_assign(output, index);
            if (body.owner < 0)
                m_document.producers.insert(valueName(output, scope), index);
        }
    }

    void addInputs(const Body& body, NameScope& scope)
    {
        std::vector<std::string> names;
        if (body.graph) {
            for (const ValueInfo& input : body.graph->inputs)
                names.push_back(input.name);
        } else {
            names = body.function->inputs;
        }
        for (const std::string& name : names) {
            widgets::GraphDescription::Node described;
            described.kind = widgets::GraphNodeKind::Input;
            described.name = fromUtf8(name);
            described.opType = QStringLiteral("input");
            described.details = m_shapes.value(described.name);
            described.outputs.push_back(valueIndex(name, scope));
            const int index = append(std::move(described), body, nullptr);
            scope.producers.insert_or_assign(name, index);
            if (body.owner < 0)
                m_document.producers.insert(valueName(name, scope), index);
        }
    }

    void addOutputs(const Body& body, NameScope& scope)
    {
        std::vector<std::string> names;
        if (body.graph) {
            for (const ValueInfo& output : body.graph->outputs)
                names.push_back(output.name);
        } else {
            names = body.function->outputs;
        }
        for (const std::string& name : names) {
            widgets::GraphDescription::Node described;
            described.kind = widgets::GraphNodeKind::Output;
            described.name = fromUtf8(name);
            described.opType = QStringLiteral("output");
            described.details = m_shapes.value(described.name);
            const int index = append(std::move(described), body, nullptr);
            addEdge(name, index, 0, scope);
        }
    }

    void addEdge(const std::string& name, int to, int input, NameScope& scope)
    {
        for (NameScope* around = &scope; around; around = around->outer) {
            const auto producer = around->producers.find(name);
            if (producer == around->producers.end())
                continue;
            if (producer->second != to)
                m_document.graph.edges.push_back(
                    {producer->second, to, {}, valueIndex(name, *around), input});
            return;
        }
    }

    static int initializer(const std::string& name, const NameScope& scope)
    {
        for (const NameScope* around = &scope; around; around = around->outer) {
            if (around->producers.contains(name))
                return -1;
            if (const auto found = around->initializers.find(name); found != around->initializers.end())
                return found->second;
        }
        return -1;
    }

    void linkNode(int index, const Node& node, NameScope& scope)
    {
        std::vector<int> constants;
        const auto add = [&](int constant) {
            if (std::find(constants.begin(), constants.end(), constant) == constants.end())
                constants.push_back(constant);
        };
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            if (node.inputs[i].empty())
                continue;
            if (const int constant = initializer(node.inputs[i], scope); constant >= 0)
                add(constant);
            else
                addEdge(node.inputs[i], index, static_cast<int>(i), scope);
        }
        for (const Attribute& attribute : node.attributes.all()) {
            for (const ConstantInfo* constant : constantsIn(attribute.value)) {
                if (const auto found = m_constantIndex.find(constant); found != m_constantIndex.end())
                    add(found->second);
            }
        }
        for (const int constant : constants)
            m_document.tensors[static_cast<size_t>(constant)].nodes.push_back(index);
        m_document.graph.nodes[static_cast<size_t>(index)].constants = std::move(constants);
    }

    void addBodiesOf(int index, const Node& node, const Body& around, const std::shared_ptr<NameScope>& scope,
        std::vector<Body>& pending)
    {
        if (around.depth >= mostBodies)
            return;
        const auto add = [&](const Body& body) {
            const size_t count = body.nodes().size();
            if (m_bodyNodes + count > mostBodyNodes)
                return;
            m_bodyNodes += count;
            pending.push_back(body);
        };
        for (const Attribute& attribute : node.attributes.all()) {
            const auto graphs = bodiesOf(attribute.value);
            for (size_t i = 0; i < graphs.size(); ++i) {
                QString name = fromUtf8(attribute.name);
                if (graphs.size() > 1)
                    name += QStringLiteral(" %1").arg(i);
                add({index, name, around.depth + 1, scope, graphs[i].get(), nullptr});
            }
        }
        if (m_functions.empty())
            return;
        // What a function's nodes name is nothing of the graph that calls it.
        const auto function = m_functions.find(node.calledFunction());
        if (function != m_functions.end())
            add({index, fromUtf8(node.opType), around.depth + 1, nullptr, nullptr, function->second});
    }

    QString outputsText(const Node& node) const
    {
        QStringList outputs;
        for (const std::string& output : node.outputs) {
            const QString shape = m_shapes.value(fromUtf8(output));
            if (!shape.isEmpty())
                outputs.append(shape);
        }
        return outputs.join(QStringLiteral(", "));
    }

    ModelDocument& m_document;
    TextPool& m_texts;
    std::unordered_map<const ConstantInfo*, int> m_constantIndex;
    std::map<FunctionId, const ModelFunction*> m_functions;
    std::vector<std::shared_ptr<NameScope>> m_scopes; // outer ones are pointed to
    QHash<QString, QString> m_shapes; // of the graph that is being described
    size_t m_bodyNodes = 0;
};

} // namespace

void describeGraph(ModelDocument& document, TextPool& texts)
{
    Describer(document, texts).describe();
}

} // namespace weightless::ui
