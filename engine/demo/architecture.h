// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/architectureoptions.h"
#include "engine/model/model.h"
#include "engine/onnx/reader.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace weightless {

struct DemoOptions;

// Models that people run, by what is public of their architecture, with random weights.
enum class DemoArchitecture {
    Decoder, // a language model with grouped-query attention and caches, as ONNX Runtime GenAI exports Llama
    DecoderInt4, // the same with products of 4-bit weights (MatMulNBits)
    Bert, // input_ids, attention_mask, token_type_ids → last_hidden_state, pooler_output
    Vit, // pixel_values → logits
    WhisperEncoder, // input_features → last_hidden_state
    WhisperDecoder, // input_ids, encoder_hidden_states and a cache → logits and the cache
    Detector, // images → boxes, scores and classes that NonMaxSuppression leaves
    Speech, // samples, state and sampling rate → probability of speech; one network per rate, an LSTM in each
    Trees, // a scikit-learn pipeline on words and numbers → label and probabilities
};

struct ArchitectureName {
    DemoArchitecture architecture;
    std::string_view name; // of make-demo
    std::string_view description;
};
[[nodiscard]] const std::vector<ArchitectureName>& demoArchitectures();
[[nodiscard]] std::optional<DemoArchitecture> demoArchitectureFromName(std::string_view name);
// Whatever type is asked for.
[[nodiscard]] bool isAlwaysFloat32(DemoArchitecture architecture);
[[nodiscard]] ArchitectureOptions architectureOptions(const DemoOptions& options); // what both have

// The model without its weights. InvalidArgument for options outside what ArchitectureOptions says.
[[nodiscard]] Model demoModel(DemoArchitecture architecture, const ArchitectureOptions& options);

// Writes the model with seeded random weights, scaled so that activations stay finite in float16. Errors as
// demoModel() and onnx_io::writeModel().
void writeDemo(DemoArchitecture architecture, const ArchitectureOptions& options,
    const std::filesystem::path& path, const onnx_io::Progress& onProgress = {},
    std::stop_token stopToken = {});

} // namespace weightless
