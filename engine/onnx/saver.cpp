// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/saver.h"

#include "engine/base/error.h"
#include "engine/onnx/externaldata.h"
#include "engine/onnx/messagewriter.h"
#include "engine/onnx/modelcopier.h"
#include "engine/onnx/modeloutput.h"
#include "engine/onnx/tensorbytes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace weightless::onnx_io {

namespace fs = std::filesystem;

namespace {

constexpr size_t namedTensors = 10;

struct TypeChange {
    DataType from;
    DataType to;
};

std::optional<TypeChange> changeOf(StoredWeights weights)
{
    switch (weights) {
    case StoredWeights::Float16:
        return TypeChange {DataType::Float32, DataType::Float16};
    case StoredWeights::BFloat16:
        return TypeChange {DataType::Float32, DataType::BFloat16};
    case StoredWeights::Float32:
        return TypeChange {DataType::Float16, DataType::Float32};
    case StoredWeights::AsTheyAre:
        break;
    }
    return std::nullopt;
}

std::optional<WeightConversion> conversionOf(const Model& model, StoredWeights weights)
{
    const auto change = changeOf(weights);
    return change ? std::optional(WeightConversion::of(model, change->from, change->to)) : std::nullopt;
}

// One save: what is read, and what became of it.
class Save {
public:
    Save(const Model& model, const SaveOptions& options)
        : m_model(model)
        , m_options(options)
        , m_bytes(model, options.restore, options.files.stopToken, options.origin.get())
    {
    }

    SaveReport run(const fs::path& path)
    {
        if (!openStructure() || !tryToCopyStructure()) {
            rebuildStructure();
        }
        m_outgoing.beforeCommit = [this] { checkSources(); };
        const auto open = [this](const OutgoingTensor& tensor) { return bytesOf(tensor); };
        const WrittenModel written =
            writeFiles(path, m_outgoing, open, m_options.files, m_bytes.sources(m_outgoing.tensors));
        m_report.files = written.files;
        m_report.modelBytes = written.modelBytes;
        m_report.dataBytes = written.dataBytes;
        m_report.leftFiles = written.leftFiles;
        m_report.externalTensors = written.externalTensors;
        m_report.tensors = m_outgoing.tensors.size();
        m_report.restoredTensors = m_bytes.restoredCount();
        countConversions();
        return m_report;
    }

private:
    // False when the file is not the one that was read.
    bool openStructure()
    {
        if (m_options.origin != nullptr) {
            m_origin = m_options.origin.get();
            return true;
        }
        try {
            if (m_model.identity) {
                m_file = File::open(FileReference {m_model.path, *m_model.identity});
                m_folder.emplace(m_model.path);
                m_origin = &*m_folder;
            }
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Io) {
                throw;
            }
        }
        return m_folder && m_folder->identity() == *m_model.identity;
    }

    // False when the server that has the structure no longer gives it, and the tensors may be had elsewhere.
    bool tryToCopyStructure()
    {
        try {
            copyStructure();
            return true;
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Io || m_options.origin == nullptr || !m_options.restore) {
                throw;
            }
        }
        m_outgoing = {};
        m_reader.reset();
        return false;
    }

    void copyStructure()
    {
        m_reader.emplace(
            m_origin->model(), "ONNX model", WireReader::defaultBudgetBytes, m_options.files.stopToken);
        ModelCopier copier(*m_reader, *m_origin,
            {m_options.files.externalThresholdBytes, conversionOf(m_model, m_options.weights),
                m_options.files.stopToken});
        m_outgoing.message = copier.copy(m_outgoing.tensors);
        m_outgoing.source = &*m_reader;
    }

    void rebuildStructure()
    {
        if (m_options.weights != StoredWeights::AsTheyAre) {
            throw Error(ErrorKind::Unsupported,
                "Weights of '" + displayPath(m_model.path)
                    + "' cannot be converted: its file is gone or was changed; save it with the types it "
                      "has");
        }
        MessageWriter(m_outgoing.tensors).write(m_outgoing.message, m_model);
        m_report.isStructureRebuilt = true;
    }

    ByteFiller bytesOf(const OutgoingTensor& tensor)
    {
        ByteFiller fill = m_bytes.open(tensor.constant);
        const DataType from = tensor.constant->descriptor.type;
        if (from == tensor.type) {
            return fill;
        }
        return converted(std::move(fill), from, tensor.type, m_conversions[tensor.constant->name]);
    }

    void countConversions()
    {
        m_report.convertedTensors = static_cast<size_t>(std::ranges::count_if(m_outgoing.tensors,
            [](const OutgoingTensor& tensor) { return tensor.type != tensor.constant->descriptor.type; }));
        for (const auto& [name, counts] : m_conversions) {
            m_report.clampedValues += counts.clampedValues;
            m_report.flushedValues += counts.flushedValues;
            if (counts.clampedValues > 0 && m_report.clampedTensors.size() < namedTensors) {
                m_report.clampedTensors.push_back(name);
            }
        }
    }

    void checkSources() const
    {
        if (m_file != nullptr) {
            m_file->checkUnchanged();
        }
        m_bytes.checkUnchanged();
    }

    const Model& m_model;
    const SaveOptions& m_options;
    TensorBytesReader m_bytes;
    std::shared_ptr<const File> m_file; // that the model was read from, while it is unchanged
    std::optional<FolderOrigin> m_folder; // of m_file
    ModelOrigin* m_origin = nullptr; // m_folder, or the caller's
    std::optional<WireReader> m_reader;
    OutgoingModel m_outgoing;
    std::map<std::string, ConversionCounts> m_conversions; // by name; sub-graphs may share one
    SaveReport m_report;
};

} // namespace

SaveReport saveModel(const fs::path& path, const Model& model, const SaveOptions& options)
{
    return Save(model, options).run(path);
}

StoredEstimate estimateStored(const Model& model, StoredWeights weights)
{
    StoredEstimate estimate;
    const auto change = changeOf(weights);
    if (!change) {
        return estimate;
    }
    estimate.leastOpset = WeightConversion::leastOpset(change->to);
    forEachGraph(model, [&](const ModelGraph& graph) {
        for (const auto& constant : graph.constants) {
            if (!WeightConversion::concerns(*constant, change->from)) {
                continue;
            }
            ++estimate.convertedTensors;
            const auto bytes = byteCount(TensorDescriptor {change->to, constant->descriptor.shape});
            estimate.addedBytes += static_cast<int64_t>(bytes.value_or(constant->sizeBytes))
                - static_cast<int64_t>(constant->sizeBytes);
        }
    });
    return estimate;
}

} // namespace weightless::onnx_io
