// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/pipelinefolder.h"
#include "engine/diffusion/pipeline/pipelinepart.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace weightless::diffusion {

// What a denoiser's graph takes, as its inputs declare it.
struct DenoiserShape {
    std::string sampleName;
    std::string timestepName;
    std::string textName;
    DataType sampleType = DataType::Undefined;
    DataType timestepType = DataType::Undefined;
    size_t timestepRank = 0;
    DataType textType = DataType::Undefined;
    int64_t channels = 4;
    std::optional<int64_t> batch; // fixed by the graph
    std::optional<int64_t> height; // of latents
    std::optional<int64_t> width;
    std::optional<int64_t> textWidth;
    bool takesPooledText = false; // Stable Diffusion XL's text_embeds and time_ids
    std::optional<int64_t> guidanceWidth; // LCM's timestep_cond
};

// `channels` count where the graph leaves them free. InvalidArgument, naming part and input, for inputs that
// are missing or have another rank than a UNet's; Unsupported for a denoiser that takes more than the latents
// it gives, as those do that begin with a picture.
[[nodiscard]] DenoiserShape shapeOfDenoiser(const PipelinePart& part, const DenoiserChannels& channels);

// How a picture is worked on.
struct RunShape {
    int64_t latentHeight = 64;
    int64_t latentWidth = 64;
    int64_t tokens = 77;
    int64_t rows = 1; // of one run of the denoiser
    bool isGuided = false; // two prompts, in the rows of one run or in two runs

    [[nodiscard]] int runs() const { return isGuided && rows == 1 ? 2 : 1; }
    // Which prompt a row of a run is about: 0 the negative one, 1 the other. Where one prompt fills several
    // rows, the first row's answer counts.
    [[nodiscard]] int promptOf(int run, int64_t row) const
    {
        return !isGuided ? 1 : rows == 1 ? run : static_cast<int>(row % 2);
    }
};

// InvalidArgument for a picture that the graph cannot have: the sizes it is fixed to are named.
[[nodiscard]] RunShape runShapeOf(
    const DenoiserShape& denoiser, int64_t latentHeight, int64_t latentWidth, int64_t tokens, bool isGuided);

// Every input of the denoiser.
[[nodiscard]] std::map<std::string, TensorDescriptor> denoiserInputs(const PipelinePart& part,
    const DenoiserShape& denoiser, const RunShape& run, int64_t textWidth, int64_t pooledWidth);

// Rows of the text encoder's or decoder's first input that the graph is fixed to, or 1.
[[nodiscard]] int64_t rowsOf(const ValueInfo& input);

} // namespace weightless::diffusion
