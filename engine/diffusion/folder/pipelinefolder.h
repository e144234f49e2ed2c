// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/config/folderfiles.h"
#include "engine/diffusion/folder/pipelinenote.h"
#include "engine/diffusion/folder/projectlayout.h"
#include "engine/diffusion/schedule/noiseschedule.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weightless::diffusion {

// A text encoder and the tokenizer that it was trained with.
struct TextEncoderFiles {
    std::string model; // for openModel()
    std::string tokenizer; // its folder among the files, for ClipTokenizer; empty or ending in '/'
};

struct LatentSize {
    int64_t width = 0;
    int64_t height = 0;
};

// Of a denoiser's sample and of its answer, as its configuration has them.
struct DenoiserChannels {
    std::optional<int64_t> taken;
    std::optional<int64_t> given;
};

// From the denoiser's latents to the decoder's, channel by channel: latents * deviation / scale + mean +
// shift.
struct LatentScaling {
    double scale = 0.18215;
    double shift = 0;
    std::vector<double> means; // of the latents the VAE was trained with; empty: 0
    std::vector<double> deviations; // as many; empty: 1
};

// What a folder says of a pipeline from words to a picture, without opening a model.
struct PipelineFolder {
    std::shared_ptr<const FolderFiles> files;
    std::vector<TextEncoderFiles> encoders; // one, or two of Stable Diffusion XL
    std::string denoiser; // for openModel(), as the decoder
    std::string decoder;
    ScheduleConfig schedule;
    LatentScaling latentScaling;
    int64_t pixelsPerLatent = 8;
    std::optional<LatentSize> sampleSize; // of the latents the denoiser was trained with
    DenoiserChannels channels; // which the denoiser's graph may leave free
    bool isTurbo = false; // distilled to one step without guidance
    bool zeroesEmptyNegative = false; // an empty negative prompt is zeros behind the text encoders
    std::vector<PipelineNote> notes;
};

// The parts that a picture is made with: of several models for one of them the one that is taken. Not all
// that are needed where the folder lacks some. Unsupported as readPipelineFolder().
[[nodiscard]] std::vector<const ProjectPart*> pipelineParts(const Project& project);

// Folders as recogniseProject() knows them: parts in sub-folders with their configurations, or models side by
// side with whatever lies beside them. Io; InvalidArgument, naming all that is missing; Unsupported, by name,
// for what cannot be run here (a third text encoder, schedulers: see readSchedule()). Any thread.
[[nodiscard]] PipelineFolder readPipelineFolder(const std::filesystem::path& folder);

// The same of a folder that is recognised and whose small files are read elsewhere: RemoteFolder's.
[[nodiscard]] PipelineFolder readPipelineFolder(
    const Project& project, std::shared_ptr<const FolderFiles> files);

} // namespace weightless::diffusion
