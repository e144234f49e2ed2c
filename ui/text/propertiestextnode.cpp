// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The properties of one node, or of an input or output of the graph.
#include "ui/document/nodetext.h"
#include "ui/text/propertiesrows.h"
#include "ui/text/propertiestext.h"
#include "ui/text/tensorvalues.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"

#include <algorithm>
#include <set>
#include <vector>

namespace weightless::ui {

using namespace properties;
using widgets::formatBytesExact;

namespace {

constexpr size_t shownUsers = 12; // of one value

QString shapeLine(const ModelDocument& document, const QString& name, const QHash<QString, QString>& shapes)
{
    const QString shape = shapes.value(name, document.valueShapes.value(name));
    return shape.isEmpty() ? shape : QString(QStringLiteral("<br>") + escaped(shape));
}

// Who made it.
QString valueLink(const ModelDocument& document, const QString& name, const QHash<QString, QString>& shapes)
{
    const int tensor = document.tensorByName.value(name, -1);
    const int producer = document.producers.value(name, -1);
    QString text = escaped(name);
    if (producer >= 0)
        text = link(QStringLiteral("node:%1").arg(producer), name);
    else if (tensor >= 0)
        text = link(QStringLiteral("tensor:%1").arg(tensor), name);
    return text + shapeLine(document, name, shapes);
}

// Who reads a value of the drawn graph, each once.
std::vector<int> usersOf(const ModelDocument& document, int value)
{
    const auto& edges = document.graph.edges;
    std::vector<int> users;
    for (const int edge : std::ranges::equal_range(document.edgesByValue, value, {},
             [&edges](int each) { return edges[static_cast<size_t>(each)].value; })) {
        const int user = edges[static_cast<size_t>(edge)].to;
        if (users.empty() || users.back() != user) // which takes it twice
            users.push_back(user);
    }
    return users;
}

QStringList userLinks(const ModelDocument& document, int value)
{
    const std::vector<int> users = usersOf(document, value);
    QStringList links;
    for (const int user : users) {
        if (static_cast<size_t>(links.size()) == shownUsers) {
            links.append(more(users.size(), shownUsers));
            break;
        }
        links.append(QStringLiteral("→ ") + nodeLink(document, user));
    }
    return links;
}

QString inputRows(const ModelDocument& document, const std::vector<std::string>& names,
    const QHash<QString, QString>& shapes)
{
    size_t i = 0;
    return firstRows(names, [&](const std::string& name) {
        return row(QString::number(i++),
            name.empty() ? PropertiesText::tr("(omitted)") : valueLink(document, fromUtf8(name), shapes));
    });
}

// Each with who reads it: the node that makes it is the one that is shown.
QString outputRows(const ModelDocument& document, int node, const std::vector<std::string>& names,
    const QHash<QString, QString>& shapes)
{
    const std::vector<int>& values = document.graph.nodes[static_cast<size_t>(node)].outputs;
    size_t i = 0;
    size_t made = 0; // values are of those that are not omitted
    return firstRows(names, [&](const std::string& name) {
        const QString place = QString::number(i++);
        if (name.empty())
            return row(place, PropertiesText::tr("(omitted)"));
        const QString text = fromUtf8(name);
        QStringList lines {escaped(text) + shapeLine(document, text, shapes)};
        if (made < values.size())
            lines += userLinks(document, values[made++]);
        return row(place, lines.join(QStringLiteral("<br>")));
    });
}

// Its own, and those of nodes that only hand it a fixed tensor and lie in its box, as the outline counts
// them.
std::set<int> constantsOf(const ModelDocument& document, int node)
{
    std::set<int> constants;
    const auto add = [&](int index) {
        const auto& own = document.graph.nodes[static_cast<size_t>(index)].constants;
        constants.insert(own.begin(), own.end());
    };
    add(node);
    const auto listed = std::ranges::find(document.outline, node, &OutlineItem::node);
    std::vector<int> open = listed == document.outline.end() ? std::vector<int>() : listed->children;
    while (!open.empty()) {
        const OutlineItem& item = document.outline[static_cast<size_t>(open.back())];
        open.pop_back();
        open.insert(open.end(), item.children.begin(), item.children.end());
        if (item.node >= 0)
            add(item.node);
    }
    return constants;
}

// Of a tensor its type and, where they were read when the model was opened, its values.
QString attributeText(const AttributeValue& value)
{
    QStringList parts;
    for (const ConstantInfo* constant : constantsIn(value)) {
        if (static_cast<size_t>(parts.size()) == shownEntries) {
            parts.append(QString(QChar(0x2026)));
            break;
        }
        QString part = fromUtf8(toString(constant->descriptor));
        if (constant->value)
            part += QStringLiteral(" = ") + tensorValues(*constant->value, shownValues);
        parts.append(part);
    }
    return parts.isEmpty() ? fromUtf8(weightless::toString(value)) : parts.join(QStringLiteral("; "));
}

QString operatorNode(
    const ModelDocument& document, int index, const Node& node, const QHash<QString, QString>& shapes)
{
    QString domain = node.domain.empty() ? QStringLiteral("ai.onnx") : escaped(node.domain);
    QString text = QStringLiteral("<h3>%1</h3>").arg(escaped(node.opType));
    QString rows = row(PropertiesText::tr("Name"), escaped(node.name));
    rows += row(PropertiesText::tr("Domain"), domain);
    const std::set<int> constants = constantsOf(document, index);
    qint64 bytes = 0;
    for (const int constant : constants)
        bytes += document.tensors[static_cast<size_t>(constant)].sizeBytes;
    rows += row(PropertiesText::tr("Constants"),
        PropertiesText::tr("%Ln, %1", nullptr, static_cast<int>(constants.size()))
            .arg(formatBytesExact(bytes)));
    text += table(rows);
    const QString attributes = firstRows(node.attributes.all(), [](const Attribute& attribute) {
        return row(escaped(attribute.name), escaped(attributeText(attribute.value), longestAttribute));
    });
    if (!attributes.isEmpty())
        text += heading(PropertiesText::tr("Attributes")) + table(attributes);
    text += heading(PropertiesText::tr("Inputs")) + table(inputRows(document, node.inputs, shapes));
    text += heading(PropertiesText::tr("Outputs")) + table(outputRows(document, index, node.outputs, shapes));
    if (!node.documentation.empty())
        text += QStringLiteral("<p>%1</p>").arg(escaped(node.documentation, longestDocumentation));
    return text;
}

} // namespace

QString PropertiesText::node(const ModelDocument& document, int node, const QHash<QString, QString>& shapes)
{
    const auto index = static_cast<size_t>(node);
    if (document.nodes[index])
        return operatorNode(document, node, *document.nodes[index], shapes);
    const auto& drawn = document.graph.nodes[index];
    const bool isInput = drawn.kind == widgets::GraphNodeKind::Input;
    QString rows = row(tr("Name"), isInput ? escaped(drawn.name) : valueLink(document, drawn.name, shapes));
    rows += row(tr("Type and shape"), escaped(drawn.details));
    if (isInput && !drawn.outputs.empty()) {
        const QStringList users = userLinks(document, drawn.outputs.front());
        rows += row(tr("Used by"), users.isEmpty() ? tr("no node") : users.join(QStringLiteral("<br>")));
    }
    return QStringLiteral("<h3>%1</h3>").arg(isInput ? tr("Graph input") : tr("Graph output")) + table(rows);
}

} // namespace weightless::ui
