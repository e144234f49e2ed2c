// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/folder/pipelinefolder.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/diffusion/folder/projectlayout.h"

#include <algorithm>
#include <initializer_list>

namespace weightless::diffusion {

namespace {

bool isFile(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

std::string lowerCase(std::string text)
{
    std::ranges::transform(text, text.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

// The number at the end of a second or third text encoder's name; 1 without one.
int numberOf(const ProjectPart& part)
{
    const std::string name = lowerCase(part.name);
    for (const int number : {2, 3}) {
        for (const char* const mark : {"encoder_", "encoder-"}) {
            if (name.find(mark + std::to_string(number)) != std::string::npos) {
                return number;
            }
        }
    }
    return 1;
}

// The first of these folders that holds a tokenizer; empty: none does.
std::filesystem::path tokenizerIn(std::initializer_list<std::filesystem::path> folders)
{
    for (const std::filesystem::path& folder : folders) {
        if (isFile(folder / "vocab.json") && isFile(folder / "merges.txt")) {
            return folder;
        }
    }
    return {};
}

struct Parts {
    std::vector<const ProjectPart*> encoders;
    const ProjectPart* denoiser = nullptr;
    const ProjectPart* decoder = nullptr;
};

// Of several models for one part the first is taken, as its layout orders them.
Parts partsOf(const Project& project)
{
    Parts parts;
    for (const ProjectPart& part : project.parts) {
        if (part.role == ProjectRole::TextEncoder) {
            const int number = numberOf(part);
            if (number == 3) {
                throw Error(ErrorKind::Unsupported,
                    part.name + " is a third text encoder: pictures are made with one or two of CLIP's");
            }
            if (static_cast<size_t>(number) > parts.encoders.size()) {
                parts.encoders.push_back(&part);
            }
        } else if (part.role == ProjectRole::Denoiser && parts.denoiser == nullptr) {
            parts.denoiser = &part;
        } else if (part.role == ProjectRole::VaeDecoder && parts.decoder == nullptr) {
            parts.decoder = &part;
        }
    }
    return parts;
}

void readDecoderConfig(const std::filesystem::path& folder, PipelineFolder& result)
{
    const Config config = readConfig(folder / "config.json");
    result.latentScale = config.number("scaling_factor", result.latentScale, 1e-6, 1e6);
    result.latentShift = config.number("shift_factor", 0, -1e6, 1e6);
    if (const size_t blocks = config.listLength("block_out_channels"); blocks > 0 && blocks <= 8) {
        result.pixelsPerLatent = int64_t {1} << (blocks - 1);
    }
}

void readConfigs(const Parts& parts, PipelineFolder& result)
{
    const std::filesystem::path scheduler = result.path / "scheduler" / "scheduler_config.json";
    const std::filesystem::path beside = result.path / "scheduler_config.json";
    if (isFile(scheduler) || isFile(beside)) {
        result.schedule = readSchedule(readConfig(isFile(scheduler) ? scheduler : beside));
    } else {
        result.notes.emplace_back(
            "The folder has no scheduler_config.json: noise is taken as Stable Diffusion 1.5's");
    }
    const std::filesystem::path decoderFolder = parts.decoder->path.parent_path();
    if (decoderFolder != result.path && isFile(decoderFolder / "config.json")) {
        readDecoderConfig(decoderFolder, result);
    } else if (result.encoders.size() > 1) {
        result.latentScale = 0.13025; // Stable Diffusion XL's
    }
    const std::filesystem::path denoiserFolder = parts.denoiser->path.parent_path();
    if (denoiserFolder != result.path && isFile(denoiserFolder / "config.json")) {
        const Config config = readConfig(denoiserFolder / "config.json");
        if (const int64_t size = config.integer("sample_size", 0, 0, 4096); size > 0) {
            result.sampleSize = size;
        }
    }
    if (isFile(result.path / "model_index.json")) {
        const Config index = readConfig(result.path / "model_index.json");
        result.zeroesEmptyNegative = index.flag("force_zeros_for_empty_prompt", false);
        if (index.has("_weightless_demo")) { // engine/demo wrote it
            result.notes.emplace_back(
                "This is the demo: its weights are random numbers, so its pictures are noise");
        }
    }
}

// Distilled models say so in their names, or in a schedule that begins at its very end.
bool isTurbo(const Parts& parts, const PipelineFolder& folder)
{
    const std::string names = lowerCase(displayPath(folder.path.filename()) + " " + parts.denoiser->name);
    const bool isEuler =
        folder.schedule.solver == Solver::Euler || folder.schedule.solver == Solver::EulerAncestral;
    return names.find("turbo") != std::string::npos
        || (isEuler && folder.schedule.spacing == Spacing::Trailing);
}

void findTokenizers(const Parts& parts, PipelineFolder& result, std::string& missing)
{
    const std::filesystem::path& root = result.path;
    for (size_t i = 0; i < parts.encoders.size(); ++i) {
        const std::filesystem::path& model = parts.encoders[i]->path;
        const auto own = tokenizerIn({root / (i == 0 ? "tokenizer" : "tokenizer_2"), model.parent_path()});
        const auto any = own.empty() ? tokenizerIn({root / "tokenizer", root}) : own;
        if (any.empty()) {
            missing += (missing.empty() ? "" : ", ")
                + std::string("a tokenizer (vocab.json and merges.txt, in a folder 'tokenizer' or beside the "
                              "models)");
            return;
        }
        result.encoders.push_back({model, any});
    }
}

} // namespace

PipelineFolder readPipelineFolder(const std::filesystem::path& folder)
{
    const std::optional<Project> project = recogniseProject(folder);
    PipelineFolder result;
    result.path = folder;
    const Parts parts = project ? partsOf(*project) : Parts {};
    std::string missing;
    const auto need = [&](bool isThere, const char* what) {
        if (!isThere) {
            missing += (missing.empty() ? "" : ", ") + std::string(what);
        }
    };
    need(!parts.encoders.empty(), "a text encoder");
    need(parts.denoiser != nullptr, "a UNet");
    need(parts.decoder != nullptr, "a VAE decoder");
    findTokenizers(parts, result, missing);
    if (!missing.empty() || parts.denoiser == nullptr || parts.decoder == nullptr) {
        throw Error(ErrorKind::InvalidArgument,
            "No picture can be made with " + displayPath(folder) + ": it lacks " + missing);
    }
    result.denoiser = parts.denoiser->path;
    result.decoder = parts.decoder->path;
    readConfigs(parts, result);
    result.isTurbo = isTurbo(parts, result);
    return result;
}

} // namespace weightless::diffusion
