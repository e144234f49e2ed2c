// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadoptions.h"
#include "engine/demo/architecture.h"
#include "engine/demo/demo.h"
#include "engine/memory/memorymeter.h"
#include "engine/onnx/saver.h"
#include "engine/plan/arenamap.h"
#include "engine/runtime/graph.h"
#include "engine/session/bodyvalue.h"
#include "engine/session/requests.h"
#include "ui/document/modeldocument.h"
#include "ui/engine/budgetcurve.h"
#include "ui/engine/loadfeed.h"
#include "ui/engine/runvalues.h"
#include "ui/text/problem.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

// What crosses between the GUI thread and the worker: requests one way, immutable results the other.
namespace weightless::ui {

inline constexpr std::array loadModes {
    LoadMode::Auto, LoadMode::ZeroCopy, LoadMode::Streamed, LoadMode::Conventional};

inline constexpr std::array loadOrders {LoadOrder::File, LoadOrder::Largest, LoadOrder::Execution};

struct DeviceList {
    std::vector<vulkan::DeviceInfo> devices;
    QString problem; // why there is none, when the machine has no Vulkan
};

struct OpenRequest {
    QString path; // or an http or https URL, which may hold a password
    QString keptDownloads; // folder; empty: nothing is kept
    quint64 generation = 0;
    std::stop_token stop;
};

struct BuildRequest {
    std::optional<int> device;
    std::map<std::string, int64_t> freeDimensions; // as GraphRequest
    std::optional<DataType> weightsType;
    quint64 generation = 0;
    std::stop_token stop;
};

// A graph that is ready to be loaded, as values: the Graph itself stays with the worker.
struct BuiltGraph {
    vulkan::DeviceInfo device;
    std::shared_ptr<const MemoryMeter> meter;
    std::vector<GraphPort> inputs;
    std::vector<GraphPort> outputs;
    MemoryPlan plan;
    std::shared_ptr<const plan::ArenaMap> arena; // of the shapes it was built with
    std::array<LoadPrediction, loadModes.size()> predictions; // in the order of loadModes
    std::vector<int> tensorOfConstant; // row in ModelDocument::tensors, -1 when it is not there
    std::map<std::string, int64_t> freeDimensions; // what it was built with
    std::map<std::string, int64_t> chosenDimensions; // of them those that somebody chose: not suggestions
    QHash<QString, QString> valueShapes; // as in ModelDocument: what was inferred beyond it
    double buildSeconds = 0;
    quint64 generation = 0;

    [[nodiscard]] const LoadPrediction& prediction(LoadMode mode) const
    {
        return predictions[static_cast<size_t>(mode)];
    }
};
using BuiltGraphPtr = std::shared_ptr<const BuiltGraph>;

struct LoadRequest {
    LoadOptions options;
    LoadFeedPtr feed;
    std::stop_token stop;
};

enum class LoadOutcome { Finished, Cancelled, Failed };

struct LoadResult {
    LoadOutcome outcome = LoadOutcome::Finished;
    LoadReport report;
    size_t constantsSet = 0; // of the graph, earlier loads included
    size_t constantCount = 0;
    // Of those that were set, that are hollow again: their file changed meanwhile, or they are planned anew.
    std::vector<size_t> takenBack;
};

struct RunRequest {
    std::map<std::string, InputSource> inputs;
    std::map<std::string, Shape> inputShapes; // those that differ from what the graph was built with
    std::set<std::string> deviceOutputs; // stay on the device, are not read back
    int repeatCount = 1;
    bool profiles = true;
    std::stop_token stop;
};

// A copy of the open model.
struct SaveRequest {
    onnx_io::SaveOptions options; // layout, type and sizes; the worker adds the rest
    QString path;
    quint64 generation = 0; // of the document that was to be saved; another one may be open by now
    std::stop_token stop;
};

// One constant of the open model, as .npy, .pb or .csv.
struct ExtractRequest {
    std::shared_ptr<const ConstantInfo> constant;
    QString path;
    quint64 generation = 0; // as of SaveRequest
    std::stop_token stop;
};

// Values that are in memory, as a tensor file or as pictures.
struct TensorRequest {
    std::shared_ptr<const HostTensor> tensor;
    QString name;
    QString path;
    std::stop_token stop;
};

enum class DemoFolder { Sd15 }; // of all parts, for pictures from words
using DemoChoice = std::variant<DemoPart, DemoArchitecture, DemoFolder>;

struct DemoRequest {
    DemoChoice model = DemoPart::Sd15Unet;
    DemoOptions options; // of an architecture: what ArchitectureOptions has
    QString path; // a file's; of a DemoFolder, a folder's
    std::stop_token stop;
};

} // namespace weightless::ui
