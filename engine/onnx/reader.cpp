// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/reader.h"

#include "engine/base/error.h"
#include "engine/model/opset.h"
#include "engine/onnx/fileformat.h"
#include "engine/onnx/graphreader.h"

#include <onnx/onnx_pb.h>

#include <utility>

namespace weightless::onnx_io {

using onnx::ModelProto;

namespace {

void readMetadata(WireMessage message, std::map<std::string, std::string>& metadata)
{
    message.reader().charge(128, message.position());
    std::string key;
    std::string value;
    while (message.next()) {
        if (message.field() == onnx::StringStringEntryProto::kKeyFieldNumber) {
            key = message.string();
        } else if (message.field() == onnx::StringStringEntryProto::kValueFieldNumber) {
            value = message.string();
        }
    }
    metadata[std::move(key)] = std::move(value);
}

// False when the file has no graph, which no model is without.
bool readModelMessage(WireMessage message, GraphReader& graphs, Model& model)
{
    bool hasGraph = false;
    std::string producerVersion;
    while (message.next()) {
        switch (message.field()) {
        case ModelProto::kIrVersionFieldNumber:
            model.irVersion = message.int64();
            break;
        case ModelProto::kProducerNameFieldNumber:
            model.producer = message.string();
            break;
        case ModelProto::kProducerVersionFieldNumber:
            producerVersion = message.string();
            break;
        case ModelProto::kDocStringFieldNumber:
            model.documentation = message.string();
            break;
        case ModelProto::kOpsetImportFieldNumber:
            readOpset(message.message(), model.opsets);
            break;
        case ModelProto::kMetadataPropsFieldNumber:
            readMetadata(message.message(), model.metadata);
            break;
        case ModelProto::kGraphFieldNumber:
            graphs.readGraph(message.message(), model.graph);
            hasGraph = true;
            break;
        case ModelProto::kFunctionsFieldNumber:
            model.functions.push_back(graphs.readFunction(message.message()));
            break;
        default:
            break;
        }
    }
    if (!producerVersion.empty()) {
        model.producer += (model.producer.empty() ? "" : " ") + producerVersion;
    }
    return hasGraph;
}

} // namespace

ReadResult readModel(ModelOrigin& origin, const ReadOptions& options)
{
    const auto file = origin.model();
    const std::string name = file->name();
    if (const std::string foreign = describeForeignFormat(*file, options.stopToken); !foreign.empty()) {
        throw Error(ErrorKind::InvalidArgument, "'" + name + "' is no ONNX model: it is " + foreign);
    }
    ReadResult result;
    result.model.path = origin.path();
    result.model.fileBytes = file->sizeBytes();
    WireReader reader(file, "ONNX model", WireReader::defaultBudgetBytes, options.stopToken);
    ProblemList problems(reader);
    GraphReader graphs(reader, origin, options, problems);
    if (!readModelMessage(WireMessage(reader), graphs, result.model)) {
        throw Error(ErrorKind::InvalidArgument, "'" + name + "' is no ONNX model: it contains no graph");
    }
    // Writers put the operator sets behind the graph, so that a file cut off after it lacks them.
    if (result.model.opsets.empty() && result.model.irVersion >= 3) {
        throw Error(ErrorKind::InvalidArgument,
            "'" + name
                + "' is no valid ONNX model: it names no operator set, which files since IR version 3"
                  " must do; it may be cut off");
    }
    graphs.finishGraph(result.model.graph);
    result.problems = problems.takeLines();
    if (std::string newer = describeNewerOpset(result.model.opset()); !newer.empty()) {
        result.problems.push_back(std::move(newer));
    }
    file->checkUnchanged();
    if (options.onProgress) {
        options.onProgress(reader.sizeBytes(), reader.sizeBytes());
    }
    return result;
}

ReadResult readModel(const std::filesystem::path& path, const ReadOptions& options)
{
    FolderOrigin origin(path);
    ReadResult result = readModel(origin, options);
    result.model.identity = origin.identity();
    return result;
}

} // namespace weightless::onnx_io
