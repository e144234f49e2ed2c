// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/propertiestext.h"

#include "engine/base/text.h"
#include "ui/text/propertiesrows.h"
#include "ui/text/tensorvalues.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"
#include "widgets/formatduration.h"

#include <algorithm>
#include <functional>
#include <map>

namespace weightless::ui {

using namespace properties;
using widgets::formatBytes;
using widgets::formatBytesExact;

namespace {

QString opsetText(const Model& model)
{
    QStringList parts;
    for (const auto& [domain, version] : model.opsets) {
        if (static_cast<size_t>(parts.size()) == shownEntries) {
            parts.append(more(model.opsets.size()));
            break;
        }
        parts.append(QStringLiteral("%1 %2")
                         .arg(domain.empty() ? QStringLiteral("ai.onnx") : escaped(domain))
                         .arg(version));
    }
    return parts.join(QStringLiteral(", "));
}

QString operatorTable(const ModelDocument& document, const std::map<std::string, uint64_t>& operators)
{
    std::vector<std::pair<std::string, uint64_t>> counts(operators.begin(), operators.end());
    std::stable_sort(
        counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    return table(firstRows(counts, [&](const auto& counted) {
        const bool isUnknown = std::any_of(document.unsupported.begin(), document.unsupported.end(),
            [&](const UnsupportedOperator& entry) { return entry.name == counted.first; });
        return row(escaped(counted.first),
            number(static_cast<qint64>(counted.second))
                + (isUnknown ? PropertiesText::tr(" ⚠ cannot be run by this build") : QString()));
    }));
}

QString shareOf(const ModelDocument& document, qint64 bytes)
{
    return widgets::formatShare(bytes, document.tensorBytes).toHtmlEscaped(); // "<0.1 %" is no tag
}

// What an item of the outline has below it.
struct Contents {
    std::map<std::string, uint64_t> operators;
    std::vector<int> constants; // each once, the largest first
};

Contents contentsOf(const ModelDocument& document, const OutlineItem& scope)
{
    Contents contents;
    std::vector<int> open(scope.children);
    while (!open.empty()) {
        const OutlineItem& item = document.outline[static_cast<size_t>(open.back())];
        open.pop_back();
        open.insert(open.end(), item.children.begin(), item.children.end());
        if (item.node < 0)
            continue;
        const auto& drawn = document.graph.nodes[static_cast<size_t>(item.node)];
        contents.constants.insert(contents.constants.end(), drawn.constants.begin(), drawn.constants.end());
        if (const Node* node = document.nodes[static_cast<size_t>(item.node)])
            ++contents.operators[node->opType];
    }
    std::ranges::sort(contents.constants);
    contents.constants.erase(std::ranges::unique(contents.constants).begin(), contents.constants.end());
    std::ranges::stable_sort(contents.constants, std::greater(),
        [&](int constant) { return document.tensors[static_cast<size_t>(constant)].sizeBytes; });
    return contents;
}

QString largestRows(const ModelDocument& document, const std::vector<int>& constants)
{
    constexpr size_t shownConstants = 10;
    QString rows;
    for (size_t i = 0; i < std::min(constants.size(), shownConstants); ++i) {
        const TensorRow& tensor = document.tensors[static_cast<size_t>(constants[i])];
        rows += row(link(QStringLiteral("tensor:%1").arg(constants[i]), tensor.name),
            formatBytes(tensor.sizeBytes) + QStringLiteral(", ") + shareOf(document, tensor.sizeBytes));
    }
    const QString left = more(constants.size(), shownConstants);
    return rows + (left.isEmpty() ? left : row(left, QString()));
}

// The box of input or output `port` of the model, of which `first` is the first one's; -1 where it has none.
int boxOf(const ModelDocument& document, size_t first, size_t port, const QString& name)
{
    const size_t node = first + port;
    const auto& drawn = document.graph.nodes;
    return node < drawn.size() && drawn[node].owner < 0 && drawn[node].name == name ? static_cast<int>(node)
                                                                                    : -1;
}

QString portRows(const ModelDocument& document, const std::vector<ValueInfo>& values, size_t firstBox)
{
    size_t port = 0;
    return table(firstRows(values, [&](const ValueInfo& value) {
        // Below each other, as neither has a place to break at that leaves the other one room.
        const QString name = fromUtf8(value.name);
        const int box = boxOf(document, firstBox, port++, name);
        return QStringLiteral("<tr><td>%1<br>&nbsp;&nbsp;%2</td></tr>")
            .arg(
                box < 0 ? escaped(name) : nodeLink(document, box), escaped(document.valueShapes.value(name)));
    }));
}

QString dimensionRows(const ModelDocument& document)
{
    return table(firstRows(document.freeDimensions, [](const FreeDimension& dimension) {
        constexpr size_t mostInputs = 20; // one line
        QStringList inputs;
        for (size_t i = 0; i < std::min(dimension.inputs.size(), mostInputs); ++i)
            inputs.append(escaped(dimension.inputs[i]));
        if (dimension.inputs.size() > mostInputs)
            inputs.append(more(dimension.inputs.size(), mostInputs));
        return row(escaped(shortened(dimension.symbol)), inputs.join(QStringLiteral(", ")));
    }));
}

// What is stored; what has no bytes counts as it is on a device.
QString constantsText(const ModelDocument& document)
{
    const qint64 missing = document.missingBytes;
    const QString count = number(static_cast<qint64>(document.totals.constantCount));
    const QString all = formatBytesExact(document.storedBytes + missing);
    return missing == 0
        ? PropertiesText::tr("%1, %2").arg(count, all)
        : PropertiesText::tr("%1, %2, of which %3 are missing").arg(count, all, formatBytesExact(missing));
}

} // namespace

QString PropertiesText::model(const ModelDocument& document)
{
    const Model& model = document.model;
    QString text = QStringLiteral("<h3>%1</h3>").arg(escaped(fromPath(model.path.filename())));
    QString rows = row(tr("Folder"), folderText(fromPath(model.path.parent_path())).toHtmlEscaped());
    rows += row(tr("Producer"), model.producer.empty() ? tr("not named") : escaped(model.producer));
    rows += row(tr("ONNX"), tr("IR %1, opset %2").arg(model.irVersion).arg(opsetText(model)));
    rows += row(tr("Model file"), figure(formatBytesExact(document.fileBytes)));
    rows += row(tr("Constants"), figure(constantsText(document)));
    if (document.totals.knownCount > 0) // the others are those that a load sets
        rows += row(tr("known"), // of those above
            tr("%1, %2").arg(number(static_cast<qint64>(document.totals.knownCount)),
                formatBytes(static_cast<qint64>(document.totals.knownBytes))));
    rows += row(
        tr("Largest"), figure(formatBytesExact(static_cast<qint64>(document.totals.largestConstantBytes))));
    rows += row(tr("Parameters"), number(static_cast<qint64>(document.parameterCount)));
    rows += row(tr("Nodes"), number(static_cast<qint64>(document.totals.nodeCount)));
    rows += row(tr("Opened in"), widgets::formatDuration(document.openSeconds));
    text += table(rows);
    const size_t nodeCount = model.graph.nodes.size(); // behind which inputs and outputs are drawn
    const size_t inputCount = model.graph.inputs.size();
    text += heading(tr("Inputs")) + portRows(document, model.graph.inputs, nodeCount);
    text += heading(tr("Outputs")) + portRows(document, model.graph.outputs, nodeCount + inputCount);
    if (!document.freeDimensions.empty())
        text += heading(tr("Free dimensions")) + dimensionRows(document);
    text += heading(tr("Operators")) + operatorTable(document, document.operators);
    if (!model.metadata.empty()) {
        text += heading(tr("Metadata")) + table(firstRows(model.metadata, [](const auto& entry) {
            return row(escaped(entry.first), escaped(entry.second, longestMetadata));
        }));
    }
    if (!model.documentation.empty())
        text += QStringLiteral("<p>%1</p>").arg(escaped(model.documentation, longestDocumentation));
    return text;
}

QString PropertiesText::tensor(const ModelDocument& document, int tensor)
{
    const TensorRow& entry = document.tensors[static_cast<size_t>(tensor)];
    QString rows = row(tr("Name"), escaped(entry.name));
    rows += row(tr("Type"), entry.type);
    rows += row(tr("Shape"), entry.shape);
    rows += row(tr("Elements"), number(entry.elementCount));
    rows += row(tr("Bytes"), figure(formatBytesExact(entry.sizeBytes)));
    rows += row(tr("Share"), shareOf(document, entry.sizeBytes));
    rows += row(tr("Where"), escaped(entry.location));
    const QString users = firstOf(entry.nodes, [&](int node) {
        return QString(nodeLink(document, node) + QStringLiteral("<br>"));
    }) + more(entry.nodes.size());
    rows += row(tr("Used by"), users.isEmpty() ? tr("no node") : users);
    const ConstantInfo& info = *document.constants[static_cast<size_t>(tensor)];
    if (info.value)
        rows += row(tr("Value"), escaped(tensorValues(*info.value, shownValues)));
    QString text = QStringLiteral("<h3>%1</h3>").arg(tr("Tensor")) + table(rows);
    if (!info.problem.empty())
        text += QStringLiteral("<p>⚠ %1</p>").arg(escaped(info.problem));
    return text;
}

QString PropertiesText::scope(const ModelDocument& document, const QString& path)
{
    const OutlineItem* item = outlineGroup(document.outline, path);
    if (!item) // inside of a node
        return QStringLiteral("<h3>%1</h3><p>%2</p>").arg(tr("Group of the graph"), escaped(path));
    const Contents contents = contentsOf(document, *item);
    QString text = QStringLiteral("<h3>%1</h3>")
                       .arg(item->isShapes ? tr("Arithmetic with shapes") : escaped(item->name));
    if (item->isShapes)
        text += QStringLiteral("<p>%1</p>")
                    .arg(tr("Nodes that compute nothing but shapes, in one box. Expand it to see them."));
    text += table(row(tr("Path"), escaped(item->path)) + row(tr("Nodes"), number(item->nodeCount))
        + row(tr("Constants"),
            tr("%1, %2").arg(
                number(static_cast<qint64>(contents.constants.size())), formatBytesExact(item->sizeBytes)))
        + row(tr("Share"), shareOf(document, item->sizeBytes)));
    if (!contents.operators.empty())
        text += heading(tr("Operators")) + operatorTable(document, contents.operators);
    if (!contents.constants.empty())
        text += heading(tr("Largest constants")) + table(largestRows(document, contents.constants));
    return text;
}

QString PropertiesText::documentation(const onnx_io::OperatorDocs& docs)
{
    QString text = QStringLiteral("---\n\n*") + tr("ONNX says (since opset %1):").arg(docs.sinceVersion)
        + QStringLiteral("*\n\n") + fromUtf8(docs.text) + QStringLiteral("\n\n");
    const auto list = [&text](
                          const QString& title, const std::vector<onnx_io::OperatorDocs::Entry>& entries) {
        if (entries.empty())
            return;
        text += QStringLiteral("**%1**\n\n").arg(title);
        for (const auto& entry : entries) {
            const QString type =
                entry.type.empty() ? QString() : QStringLiteral(" (%1)").arg(fromUtf8(entry.type));
            text += QStringLiteral("* `%1`%2: %3\n")
                        .arg(fromUtf8(entry.name), type, fromUtf8(entry.description).simplified());
        }
        text += QLatin1Char('\n');
    };
    list(tr("Attributes"), docs.attributes);
    list(tr("Inputs"), docs.inputs);
    list(tr("Outputs"), docs.outputs);
    return text;
}

} // namespace weightless::ui
