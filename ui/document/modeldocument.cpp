// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/modeldocument.h"

#include "engine/model/parametercount.h"
#include "ui/document/graphdescriber.h"
#include "ui/document/nodetext.h"
#include "ui/text/text.h"
#include "ui/text/textpool.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>
#include <variant>

namespace weightless::ui {

namespace {

qint64 storedBytesOf(const ConstantInfo& info)
{
    if (hasBytes(info.source))
        return static_cast<qint64>(lengthBytes(info.source));
    if (!info.value)
        return 0;
    qint64 total = static_cast<qint64>(info.value->bytes.size());
    for (const std::string& text : info.value->strings)
        total += static_cast<qint64>(text.size());
    return total;
}

QString locationOf(const ConstantInfo& info)
{
    if (hasBytes(info.source))
        return fromUtf8(describe(info.source));
    return info.missingFile.empty()
        ? QCoreApplication::translate("TensorState", "nowhere")
        : QCoreApplication::translate("TensorState", "%1 (missing)").arg(fromUtf8(info.missingFile));
}

TensorRow rowOf(const ConstantInfo& info, TextPool& texts)
{
    TensorRow row;
    row.name = fromUtf8(info.name);
    row.sizeBytes = static_cast<qint64>(info.sizeBytes);
    row.storedBytes = storedBytesOf(info);
    row.type = texts.shared(fromUtf8(toString(info.descriptor.type)));
    row.shape = texts.shared(fromUtf8(toString(info.descriptor.shape)));
    row.elementCount = elementCount(info.descriptor.shape).value_or(0);
    row.isKnown = info.value.has_value();
    row.problem = texts.shared(fromUtf8(info.problem));
    row.location = locationOf(info);
    row.file = texts.shared(fromUtf8(containerName(info.source)));
    if (!row.file.isEmpty())
        row.offsetBytes = static_cast<qint64>(offsetBytes(info.source));
    return row;
}

void addTensors(ModelDocument& document, TextPool& texts)
{
    forEachConstant(document.model, [&](const std::shared_ptr<const ConstantInfo>& info) {
        const int index = static_cast<int>(document.tensors.size());
        document.constants.push_back(info);
        document.tensors.push_back(rowOf(*info, texts));
        const TensorRow& row = document.tensors.back();
        document.tensorBytes += row.sizeBytes;
        document.storedBytes += row.storedBytes;
        document.missingBytes += !row.problem.isEmpty() && row.storedBytes == 0 ? row.sizeBytes : 0;
        if (!document.tensorByName.contains(row.name))
            document.tensorByName.insert(row.name, index);
    });
}

// Below the model's folder, as others are not read; empty: it is none of them.
std::filesystem::path missingFileOf(const ConstantInfo& info, const std::filesystem::path& folder)
{
    const std::filesystem::path named(std::u8string(info.missingFile.begin(), info.missingFile.end()));
    const bool isBelow = !named.empty() && !named.has_root_path()
        && std::ranges::find(named, std::filesystem::path("..")) == named.end();
    return isBelow ? folder / named : std::filesystem::path();
}

void addDataFiles(ModelDocument& document)
{
    if (document.model.path.empty() || isWebAddress(fromPath(document.model.path)))
        return;
    const std::filesystem::path model = toAbsolutePath(fromPath(document.model.path));
    std::set<std::filesystem::path> known {model};
    const FileReference* last = nullptr; // constants of one file mostly follow each other
    std::string_view lastMissing;
    for (const std::shared_ptr<const ConstantInfo>& info : document.constants) {
        if (document.dataFiles.size() + document.missingFiles.size() == ModelDocument::mostDataFiles)
            return;
        if (!info->missingFile.empty() && info->missingFile != lastMissing) {
            lastMissing = info->missingFile;
            const std::filesystem::path missing = missingFileOf(*info, model.parent_path());
            if (!missing.empty() && known.insert(missing).second)
                document.missingFiles.push_back(missing);
        }
        const auto* range = std::get_if<FileRange>(&info->source.range);
        if (range == nullptr || !range->file || range->file.get() == last)
            continue;
        last = range->file.get();
        if (known.insert(last->named.empty() ? last->path : last->named).second)
            document.dataFiles.push_back(*last);
    }
}

void addValueShapes(ModelDocument& document, TextPool& texts)
{
    const ModelGraph& graph = document.model.graph;
    for (const auto* values : {&graph.values, &graph.inputs, &graph.outputs}) {
        for (const ValueInfo& value : *values)
            document.valueShapes.insert(fromUtf8(value.name), texts.shared(typeAndShape(value)));
    }
    for (const TensorRow& row : document.tensors) {
        if (!row.name.isEmpty() && !document.valueShapes.contains(row.name))
            document.valueShapes.insert(row.name, texts.shared(row.type + row.shape));
    }
}

void addEdgesByValue(ModelDocument& document)
{
    const auto& edges = document.graph.edges;
    document.edgesByValue.resize(edges.size());
    std::iota(document.edgesByValue.begin(), document.edgesByValue.end(), 0);
    std::ranges::stable_sort(
        document.edgesByValue, {}, [&edges](int edge) { return edges[static_cast<size_t>(edge)].value; });
}

} // namespace

std::shared_ptr<const widgets::GraphDescription> graphOf(const ModelDocumentPtr& document)
{
    return document ? std::shared_ptr<const widgets::GraphDescription>(document, &document->graph)
                    : std::make_shared<const widgets::GraphDescription>();
}

std::shared_ptr<ModelDocument> makeDocument(std::shared_ptr<const Model> model)
{
    auto document = std::make_shared<ModelDocument>(std::move(model));
    TextPool texts;
    addTensors(*document, texts);
    addDataFiles(*document);
    addValueShapes(*document, texts);
    describeGraph(*document, texts);
    addEdgesByValue(*document);
    document->outline = makeOutline(document->graph);
    document->totals = totalsOf(document->model);
    document->parameterCount = countParameters(document->model);
    document->operators = operatorCounts(document->model);
    document->unsupported = unsupportedOperators(document->model);
    document->freeDimensions = freeDimensionsOf(document->model);
    document->fileBytes = static_cast<qint64>(document->model.fileBytes);
    return document;
}

qint64 ModelDocument::filesBytes() const
{
    qint64 bytes = fileBytes;
    for (const FileReference& file : dataFiles)
        bytes += static_cast<qint64>(file.identity.sizeBytes);
    const bool isWhole = dataFiles.size() + missingFiles.size() < mostDataFiles
        && !isWebAddress(fromPath(model.path)); // whose data files are not told
    return isWhole ? bytes : std::max(bytes, storedBytes);
}

} // namespace weightless::ui
