// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/reader.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string_view>

namespace weightless {

// The parts of Stable Diffusion 1.5 whose topology the demo models have.
enum class DemoPart {
    Sd15Unet, // sample, timestep, encoder_hidden_states → out_sample
    Sd15Vae, // latent_sample → sample (the decoder)
    Sd15Clip, // input_ids → last_hidden_state, pooler_output (the text encoder)
};

// "sd15-unet", "sd15-vae", "sd15-clip"; nullopt for other names.
[[nodiscard]] std::optional<DemoPart> demoPartFromName(std::string_view name);
[[nodiscard]] std::string_view demoPartName(DemoPart part);

struct DemoOptions {
    int64_t scale = 1; // divides channel widths: 1, 2, 4, 8, 16 or 32
    DataType type = DataType::Float16; // or Float32
    bool isInline = false; // weights in the model file, not beside it
    int64_t opset = 17; // or 14
    uint64_t seed = 1;

    // Free dimensions with names, and the shape arithmetic they need; otherwise the sizes below are fixed.
    bool hasDynamicAxes = true;
    int64_t batch = 1;
    int64_t latentHeight = 64;
    int64_t latentWidth = 64;
    int64_t sequence = 77;
};

// The model without its weights: every initializer is hollow and has no source.
// InvalidArgument for options outside what DemoOptions says.
[[nodiscard]] Model demoModel(DemoPart part, const DemoOptions& options);

// Writes the model with seeded random weights, scaled so that activations stay finite in float16. Weights are
// generated while they are written. One part's weights depend on scale and seed only: its exports with other
// opsets, axes and types compute the same function. Errors as demoModel() and onnx_io::writeModel().
void writeDemo(DemoPart part, const DemoOptions& options, const std::filesystem::path& path,
    const onnx_io::Progress& onProgress = {}, std::stop_token stopToken = {});

} // namespace weightless
