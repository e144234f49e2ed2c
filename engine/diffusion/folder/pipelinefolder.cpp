// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/folder/pipelinefolder.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/folder.h"
#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace weightless::diffusion {

namespace {

// "unet/model.onnx" → "unet/"; empty for a file beside the others.
std::string folderOf(const std::string& name)
{
    return name.substr(0, name.find_last_of('/') + 1);
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

// The first of these folders that holds a tokenizer.
std::optional<std::string> tokenizerIn(const FolderFiles& files, std::initializer_list<std::string> folders)
{
    for (const std::string& folder : folders) {
        const bool isInTwo = files.has(folder + "vocab.json") && files.has(folder + "merges.txt");
        if (isInTwo || files.has(folder + "tokenizer.json")) {
            return folder;
        }
    }
    return std::nullopt;
}

struct Parts {
    std::vector<const ProjectPart*> encoders;
    const ProjectPart* denoiser = nullptr;
    const ProjectPart* decoder = nullptr;
};

// By their numbers, whatever their order: "text-encoder-2" stands before "text-encoder.onnx".
std::vector<const ProjectPart*> encodersOf(const Project& project)
{
    std::array<const ProjectPart*, 2> numbered {};
    for (const ProjectPart& part : project.parts) {
        if (part.role != ProjectRole::TextEncoder) {
            continue;
        }
        const int number = numberOf(part);
        if (number > static_cast<int>(numbered.size())) {
            throw Error(ErrorKind::Unsupported,
                part.name + " is a third text encoder: pictures are made with one or two of CLIP's");
        }
        const ProjectPart*& first = numbered[static_cast<size_t>(number - 1)];
        first = first == nullptr ? &part : first;
    }
    if (numbered[0] == nullptr && numbered[1] != nullptr) {
        throw Error(ErrorKind::Unsupported,
            numbered[1]->name
                + " is a second text encoder without a first one, as in Stable Diffusion XL's refiner: that "
                  "needs a picture to begin with, and none can be given here; the base model has both");
    }
    std::vector<const ProjectPart*> encoders(numbered.begin(), numbered.end());
    std::erase(encoders, nullptr);
    return encoders;
}

// Of several models for one part the first is taken, as its layout orders them.
Parts partsOf(const Project& project)
{
    Parts parts;
    parts.encoders = encodersOf(project);
    for (const ProjectPart& part : project.parts) {
        if (part.role == ProjectRole::Denoiser && parts.denoiser == nullptr) {
            parts.denoiser = &part;
        } else if (part.role == ProjectRole::VaeDecoder && parts.decoder == nullptr) {
            parts.decoder = &part;
        }
    }
    return parts;
}

void readDecoderConfig(const Config& config, PipelineFolder& result)
{
    LatentScaling& scaling = result.latentScaling;
    scaling.scale = config.number("scaling_factor", scaling.scale, 1e-6, 1e6);
    scaling.shift = config.number("shift_factor", 0, -1e6, 1e6);
    std::vector<double> means = config.numbers("latents_mean", -1e6, 1e6);
    std::vector<double> deviations = config.numbers("latents_std", 1e-6, 1e6);
    if (!means.empty() && !deviations.empty()) { // Diffusers asks for both, too
        if (means.size() != deviations.size()) {
            throw Error(ErrorKind::InvalidArgument,
                config.name() + ": 'latents_mean' is of " + std::to_string(means.size())
                    + " channels and 'latents_std' of " + std::to_string(deviations.size()));
        }
        scaling.means = std::move(means);
        scaling.deviations = std::move(deviations);
    }
    if (const size_t blocks = config.listLength("block_out_channels"); blocks > 0 && blocks <= 8) {
        result.pixelsPerLatent = int64_t {1} << (blocks - 1);
    }
}

void readScheduler(PipelineFolder& result)
{
    const FolderFiles& files = *result.files;
    const std::string scheduler = "scheduler/scheduler_config.json";
    const std::string beside = "scheduler_config.json";
    if (files.has(scheduler) || files.has(beside)) {
        result.schedule = readSchedule(readConfig(files, files.has(scheduler) ? scheduler : beside));
    } else {
        result.notes.push_back({.kind = PipelineNote::Kind::NoSchedule});
    }
    if (!result.schedule.otherClass.empty()) {
        result.notes.push_back({.kind = PipelineNote::Kind::OtherScheduler,
            .scheduler = result.schedule.otherClass,
            .solver = result.schedule.solver});
    }
}

// The configuration beside a part in a folder of its own.
std::optional<Config> configBeside(const FolderFiles& files, const ProjectPart& part)
{
    const std::string folder = folderOf(part.name);
    const bool isThere = !folder.empty() && files.has(folder + "config.json");
    return isThere ? std::optional(readConfig(files, folder + "config.json")) : std::nullopt;
}

// One number for both directions, or the height and the width.
std::optional<LatentSize> sampleSizeOf(const Config& config)
{
    const std::string member = "sample_size";
    const std::vector<double> sizes = config.numbers(member, 0, 4096);
    const auto isWhole = [](double size) { return size == std::floor(size); };
    if (sizes.size() > 2 || !std::ranges::all_of(sizes, isWhole)) {
        throw Error(ErrorKind::InvalidArgument,
            config.name() + ": '" + member + "' is no whole number, nor a height and a width");
    }
    if (sizes.empty() || std::ranges::find(sizes, 0) != sizes.end()) {
        return std::nullopt;
    }
    return LatentSize {static_cast<int64_t>(sizes.back()), static_cast<int64_t>(sizes.front())};
}

std::optional<int64_t> channelsOf(const Config& config, const std::string& member)
{
    return config.has(member) ? std::optional(config.integer(member, 0, 1, 4096)) : std::nullopt;
}

// What a model is called by the folder it is in: where that is a version of it, as Hugging Face keeps them
// (MODEL/resolve/main on its server, MODEL/snapshots/HASH in its cache), the model's name.
std::string nameOf(const std::filesystem::path& folder)
{
    const std::filesystem::path above = folder.parent_path();
    const bool isVersion = above.filename() == "resolve" || above.filename() == "snapshots";
    return displayPath((isVersion ? above.parent_path() : folder).filename());
}

// Of a folder that may be a link.
std::string namesOf(const std::filesystem::path& folder)
{
    std::error_code ignored;
    return nameOf(folder) + " " + nameOf(canonicalPath(folder, ignored)) + " ";
}

// What a configuration says it was made from: a name on Hugging Face, or a folder of whoever made it.
std::string originOf(const Config& config)
{
    const std::string text = config.text("_name_or_path");
    return nameOf(std::filesystem::path(std::u8string(text.begin(), text.end())));
}

// `names` gets what the configurations say of the models that these were made from.
void readConfigs(const Parts& parts, PipelineFolder& result, std::string& names)
{
    const FolderFiles& files = *result.files;
    readScheduler(result);
    if (const auto config = configBeside(files, *parts.decoder)) {
        readDecoderConfig(*config, result);
    } else if (result.encoders.size() > 1) {
        result.latentScaling.scale = 0.13025; // Stable Diffusion XL's
    }
    if (const auto config = configBeside(files, *parts.denoiser)) {
        result.sampleSize = sampleSizeOf(*config);
        result.channels = {channelsOf(*config, "in_channels"), channelsOf(*config, "out_channels")};
        names += " " + originOf(*config);
    }
    result.zeroesEmptyNegative = result.encoders.size() > 1; // as Stable Diffusion XL's pipeline does unasked
    if (files.has("model_index.json")) {
        const Config index = readConfig(files, "model_index.json");
        result.zeroesEmptyNegative = index.flag("force_zeros_for_empty_prompt", result.zeroesEmptyNegative);
        names += " " + originOf(index);
        if (index.has("_weightless_demo")) { // engine/demo wrote it
            result.notes.push_back({.kind = PipelineNote::Kind::RandomWeights});
        }
    }
}

// Models that were distilled to one step say so in their names. Their schedules begin at the very end, but
// so do those of others.
void recogniseTurbo(const std::string& names, PipelineFolder& result)
{
    const Solver solver = result.schedule.solver;
    const bool isEuler = solver == Solver::Euler || solver == Solver::EulerAncestral;
    result.isTurbo = lowerCase(names).find("turbo") != std::string::npos;
    if (!result.isTurbo && isEuler && result.schedule.spacing == Spacing::Trailing) {
        result.notes.push_back({.kind = PipelineNote::Kind::MaybeDistilled});
    }
}

void findTokenizers(const Parts& parts, PipelineFolder& result, std::string& missing)
{
    for (size_t i = 0; i < parts.encoders.size(); ++i) {
        const std::string& model = parts.encoders[i]->name;
        const std::string usual = i == 0 ? "tokenizer/" : "tokenizer_2/";
        const auto tokenizer = tokenizerIn(*result.files, {usual, folderOf(model), "tokenizer/", ""});
        if (!tokenizer) {
            missing += (missing.empty() ? "" : ", ")
                + std::string("a tokenizer (vocab.json and merges.txt, or tokenizer.json, in a folder "
                              "'tokenizer' or beside the models)");
            return;
        }
        result.encoders.push_back({result.files->locationOf(model), *tokenizer});
    }
}

} // namespace

std::vector<const ProjectPart*> pipelineParts(const Project& project)
{
    const Parts parts = partsOf(project);
    std::vector<const ProjectPart*> result = parts.encoders;
    result.insert(result.end(), {parts.denoiser, parts.decoder});
    std::erase(result, nullptr);
    return result;
}

PipelineFolder readPipelineFolder(const Project& project, std::shared_ptr<const FolderFiles> files)
{
    PipelineFolder result;
    result.files = std::move(files);
    const Parts parts = partsOf(project);
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
            "No picture can be made with " + result.files->shownName({}) + ": it lacks " + missing);
    }
    result.denoiser = result.files->locationOf(parts.denoiser->name);
    result.decoder = result.files->locationOf(parts.decoder->name);
    std::string names = namesOf(project.folder) + parts.denoiser->name;
    readConfigs(parts, result, names);
    recogniseTurbo(names, result);
    return result;
}

PipelineFolder readPipelineFolder(const std::filesystem::path& folder)
{
    return readPipelineFolder(recogniseProject(folder).value_or(Project {folder}), localFiles(folder));
}

} // namespace weightless::diffusion
