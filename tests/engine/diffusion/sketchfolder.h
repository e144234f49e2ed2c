// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace weightless::testing {

// A folder of a pipeline whose parts compute what a few lines can compute again (SketchArithmetic), in the
// layouts that people have. Text encoder n makes of the token `id` at a place the numbers id · (n + 1) · (c +
// 1) / 1e6, c counting `textWidths[n]` columns; of two encoders the last layer but one is that and the others
// are far off it. The pooled text is the mean over places. The denoiser answers
//   sample / 2 + time / 1e4 + the text's mean + the pooled text's mean / 2 + the time ids' mean / 1e5
//     + the mean of timestep_cond
// and the decoder makes every latent 8 × 8 pixels of its first three channels.
struct SketchFolder {
    std::vector<int64_t> textWidths {5};
    std::vector<int64_t> pooledWidths {};
    int64_t guidanceWidth = 0; // of timestep_cond
    std::string takenChannels = "4"; // of the denoiser's sample; a name leaves them free
    float hiddenFactor = 1; // of what the last text encoder gives
    float answerFactor = 1; // of the denoiser's answer
    float pictureFactor = 1; // of what the decoder gives
    bool hasScalarTime = false; // an int64 without dimensions instead of a float32 for each row
    std::string schedulerConfig {};
    std::string modelIndex {};

    // `tokenizer` is a folder with vocab.json and merges.txt.
    void write(const std::filesystem::path& folder, const std::filesystem::path& tokenizer) const;
};

// What the sketch's denoiser answers beside half of its sample, by its own formula. `ids` of all encoders;
// nullopt: zeros for a text.
struct SketchCondition {
    double time = 0;
    std::optional<std::vector<int32_t>> ids {};
    std::vector<double> timeIds {};
    std::vector<double> guidance {};
};
[[nodiscard]] double sketchOffset(const SketchFolder& folder, const SketchCondition& condition);

} // namespace weightless::testing
