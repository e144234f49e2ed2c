// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"
#include "engine/model/model.h"
#include "engine/runtime/importer.h"
#include "ui/document/outline.h"
#include "ui/document/tensorrow.h"
#include "widgets/graph/graphdescription.h"

#include <QHash>
#include <QString>

#include <filesystem>
#include <memory>
#include <vector>

namespace weightless::ui {

// Everything the window shows of an opened model, made once on the worker thread and never changed. Tensor i,
// constant i of `graph` and constants[i] are the same thing. Node i of `graph` is the model's node i; the
// graph's inputs and outputs follow the nodes, and what is inside nodes (branches, loops, functions) follows
// those.
struct ModelDocument {
    static constexpr size_t mostDataFiles = 64; // that are told by name: shards may be thousands

    explicit ModelDocument(std::shared_ptr<const Model> opened)
        : owned(std::move(opened))
        , model(*owned)
    {
    }

    std::shared_ptr<const Model> owned; // the session's
    const Model& model;
    std::vector<std::shared_ptr<const ConstantInfo>> constants;
    std::vector<TensorRow> tensors;
    std::vector<FileReference> dataFiles; // beside the model, as they were when it was read; the first ones
    std::vector<std::filesystem::path> missingFiles; // the first that should lie there and could not be read
    widgets::GraphDescription graph;
    std::vector<int> edgesByValue; // all of `graph`, in the order of their values: each one's lie together
    std::vector<const Node*> nodes; // one per node of `graph`; null for inputs and outputs
    std::vector<OutlineItem> outline;
    std::vector<UnsupportedOperator> unsupported;
    std::vector<FreeDimension> freeDimensions;
    std::map<std::string, uint64_t> operators;
    ModelTotals totals;
    uint64_t parameterCount = 0;
    qint64 tensorBytes = 0; // sum of TensorRow::sizeBytes
    qint64 storedBytes = 0; // sum of TensorRow::storedBytes
    qint64 missingBytes = 0; // of tensors without bytes, as they would be on the device
    qint64 fileBytes = 0; // of the model file
    // Of the model's file and those beside it; of more than are told by name, and of an address, at least.
    [[nodiscard]] qint64 filesBytes() const;
    double openSeconds = 0;
    quint64 generation = 0; // of the request
    // Of the request: an address with the user, the password and the query that model.path is without. It
    // is for opening the model again, is shown to nobody and written down nowhere.
    QString secretPath;

    QHash<QString, QString> valueShapes; // "float16[1, 4, 64, 64]" by value name, as far as the file says
    QHash<QString, int> producers; // node index by value name; inputs count as nodes
    QHash<QString, int> tensorByName;
};

using ModelDocumentPtr = std::shared_ptr<const ModelDocument>;

// The graph of a document, which lives as long as it; an empty one of none.
[[nodiscard]] std::shared_ptr<const widgets::GraphDescription> graphOf(const ModelDocumentPtr& document);

// Derives all that is shown from the model. Reads no weight.
[[nodiscard]] std::shared_ptr<ModelDocument> makeDocument(std::shared_ptr<const Model> model);

} // namespace weightless::ui
