// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/randomweights.h"
#include "engine/model/model.h"
#include "engine/onnx/writer.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>

namespace weightless {

// A model, and what its weights are drawn from.
struct RandomModel {
    Model model;
    WeightInits inits;
};

struct RandomModelFile {
    uint64_t seed = 1;
    bool isInline = false; // weights in the model file, not beside it
};

// Weights are generated while they are written. Errors as onnx_io::writeModel().
void writeRandomModel(const RandomModel& model, const RandomModelFile& file,
    const std::filesystem::path& path, const onnx_io::Progress& onProgress, std::stop_token stopToken);

} // namespace weightless
