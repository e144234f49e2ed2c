// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/pipelineshape.h"

#include "engine/base/error.h"
#include "engine/session/inputshapes.h"

namespace weightless::diffusion {

namespace {

std::optional<int64_t> fixedSize(const ValueInfo& input, size_t axis)
{
    if (!input.shape || axis >= input.shape->size() || (*input.shape)[axis].isFree()) {
        return std::nullopt;
    }
    return (*input.shape)[axis].value;
}

void needRank(const PipelinePart& part, const ValueInfo& input, size_t rank)
{
    if (input.shape && input.shape->size() != rank) {
        throw Error(ErrorKind::InvalidArgument,
            "The " + part.role() + "'s input '" + input.name + "' is " + describe(input) + ", expected "
                + std::to_string(rank) + " dimensions");
    }
}

void needSize(const char* what, const std::optional<int64_t>& fixed, int64_t wanted)
{
    if (fixed && *fixed != wanted) {
        throw Error(ErrorKind::InvalidArgument,
            std::string("The denoiser is fixed to latents of ") + what + " " + std::to_string(*fixed)
                + ", but the picture needs " + std::to_string(wanted));
    }
}

std::optional<int64_t> givenChannels(const PipelinePart& denoiser, const DenoiserChannels& channels)
{
    for (const ValueInfo& output : denoiser.model().graph.outputs) {
        if (output.shape && output.shape->size() == 4) {
            const std::optional<int64_t> fixed = fixedSize(output, 1);
            return fixed ? fixed : channels.given;
        }
    }
    return channels.given;
}

// Beside latents of `given` channels, inpainting takes as many of a picture and a mask, and editing
// (InstructPix2Pix) as many of a picture.
void needLatentsAlone(int64_t taken, int64_t given)
{
    if (taken <= given) {
        return;
    }
    const char* const kind = taken == 2 * given + 1
        ? "an inpainting model, which needs a picture and a mask"
        : (taken == 2 * given ? "an image-editing model, which needs a picture"
                              : "a model that needs more than latents");
    throw Error(ErrorKind::Unsupported,
        "The denoiser takes " + std::to_string(taken) + " channels and gives " + std::to_string(given)
            + ", as " + kind + ": pictures are made of words alone here");
}

} // namespace

DenoiserShape shapeOfDenoiser(const PipelinePart& part, const DenoiserChannels& channels)
{
    const ValueInfo& sample = part.needInput({"sample", "latent_model_input", "latents"});
    const ValueInfo& timestep = part.needInput({"timestep", "timesteps", "t"});
    const ValueInfo& text = part.needInput({"encoder_hidden_states", "text_embeddings"});
    needRank(part, sample, 4);
    needRank(part, text, 3);
    DenoiserShape shape;
    shape.sampleName = sample.name;
    shape.timestepName = timestep.name;
    shape.textName = text.name;
    shape.sampleType = sample.type;
    shape.timestepType = timestep.type;
    shape.timestepRank = timestep.shape ? timestep.shape->size() : 1;
    if (shape.timestepRank > 1) {
        needRank(part, timestep, 1);
    }
    shape.textType = text.type;
    shape.channels = fixedSize(sample, 1).value_or(channels.taken.value_or(4));
    needLatentsAlone(shape.channels, givenChannels(part, channels).value_or(shape.channels));
    shape.batch = fixedSize(sample, 0);
    shape.height = fixedSize(sample, 2);
    shape.width = fixedSize(sample, 3);
    shape.textWidth = fixedSize(text, 2);
    shape.takesPooledText = part.input("text_embeds") != nullptr;
    if (const ValueInfo* const condition = part.input("timestep_cond")) {
        shape.guidanceWidth = fixedSize(*condition, 1).value_or(256);
    }
    const bool hasKnownTypes =
        isFloat(sample.type) && isFloat(text.type) && (isFloat(timestep.type) || isInteger(timestep.type));
    if (!hasKnownTypes || shape.channels < 1 || shape.channels > 64) {
        throw Error(ErrorKind::Unsupported,
            "The denoiser takes " + describe(sample) + ", " + describe(timestep) + " and " + describe(text)
                + ": no latents, time and text that are known here");
    }
    return shape;
}

RunShape runShapeOf(
    const DenoiserShape& denoiser, int64_t latentHeight, int64_t latentWidth, int64_t tokens, bool isGuided)
{
    needSize("height", denoiser.height, latentHeight);
    needSize("width", denoiser.width, latentWidth);
    RunShape run;
    run.latentHeight = latentHeight;
    run.latentWidth = latentWidth;
    run.tokens = tokens;
    run.isGuided = isGuided;
    run.rows = denoiser.batch.value_or(isGuided ? 2 : 1);
    if (run.rows < 1 || run.rows > 2) {
        throw Error(ErrorKind::Unsupported,
            "The denoiser is fixed to " + std::to_string(run.rows)
                + " samples at once; pictures are made with one or two");
    }
    return run;
}

std::map<std::string, TensorDescriptor> denoiserInputs(const PipelinePart& part,
    const DenoiserShape& denoiser, const RunShape& run, int64_t textWidth, int64_t pooledWidth)
{
    std::map<std::string, TensorDescriptor> inputs;
    inputs[denoiser.sampleName] = {
        denoiser.sampleType, {run.rows, denoiser.channels, run.latentHeight, run.latentWidth}};
    const ValueInfo* const timestep = part.input(denoiser.timestepName);
    Shape times;
    if (denoiser.timestepRank == 1) {
        times = {fixedSize(*timestep, 0).value_or(run.rows)};
    }
    inputs[denoiser.timestepName] = {denoiser.timestepType, times};
    inputs[denoiser.textName] = {denoiser.textType, {run.rows, run.tokens, textWidth}};
    if (denoiser.takesPooledText) {
        const ValueInfo& ids = part.needInput({"time_ids"});
        inputs["text_embeds"] = {part.input("text_embeds")->type, {run.rows, pooledWidth}};
        inputs["time_ids"] = {ids.type, {run.rows, 6}};
    }
    if (denoiser.guidanceWidth) {
        inputs["timestep_cond"] = {part.input("timestep_cond")->type, {run.rows, *denoiser.guidanceWidth}};
    }
    return inputs;
}

int64_t rowsOf(const ValueInfo& input)
{
    return fixedSize(input, 0).value_or(1);
}

} // namespace weightless::diffusion
