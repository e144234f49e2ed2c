// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inspection/tensorstatistics.h"
#include "engine/session/requests.h"

#include <QImage>

#include <memory>
#include <optional>
#include <string>
#include <vector>

// What a run gives the window, as values.
namespace weightless::ui {

// One output of a run. Without `values` it is on the device.
struct OutputResult {
    std::string name;
    TensorDescriptor descriptor;
    std::shared_ptr<const HostTensor> values;
    TensorStatistics statistics;
    QImage picture; // null when the shape is no image
    HostValue value = {}; // what it is, also where it is no tensor

    [[nodiscard]] bool isOnDevice() const; // and was not read back
};

// What an image input was given, as a person sees it: the picture itself where it came from one, which all of
// a batch are then.
struct InputPicture {
    std::string name;
    QImage picture;
    int64_t width = 0, height = 0; // as the model sees it
    int64_t count = 1; // of the batch
    std::shared_ptr<const HostTensor> batch = {}; // where its pictures may differ; the first is the one above
    bool isOfBatch = true; // and not a picture without one
};

struct RunResult {
    std::vector<OutputResult> outputs;
    std::vector<InputPicture> inputPictures;
    std::vector<int64_t> inputBatches; // the first size of each input
    std::vector<double> seconds, compileSeconds; // as RunReport's, of each repetition
    std::vector<StepTime> steps; // of the last one
    WeightTraffic weights; // what came while it ran, the last repetition
    bool lacksTimestamps = false; // the device cannot measure steps
    TransferCounts copies; // made for this run, all repetitions and what was read back since included

    // Of the last repetition, without the wait for kernels: what the next one will take.
    [[nodiscard]] std::optional<double> lastSeconds() const;
};
using RunResultPtr = std::shared_ptr<const RunResult>;

} // namespace weightless::ui
