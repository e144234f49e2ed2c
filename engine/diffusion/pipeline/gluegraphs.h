// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/pipelinefolder.h"
#include "engine/diffusion/pipeline/pipelineshape.h"
#include "engine/runtime/graph.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace weightless::diffusion {

// What happens between a pipeline's parts, as graphs of our own: nothing of it passes through the CPU. All
// throw as GraphBuilder::build().

// The places of a step's numbers in the tensor "numbers" of stepGraph().
enum class StepNumber { Guidance, Sample, Output, Kept0, Kept1, Kept2, Noise, KeptSample, KeptOutput };
inline constexpr int64_t stepNumberCount = 9;

// latents float32[1, C, h, w], scale float32[1] → sample: scaled, in the denoiser's type, once for every row.
[[nodiscard]] std::shared_ptr<Graph> scaleGraph(
    const std::shared_ptr<Context>& context, const DenoiserShape& denoiser, const RunShape& run);

// answer0 (and answer1, of a second run), latents, kept0, kept1, kept2, noise, numbers, cleanNumbers
// float32[2] → next, keep, clean: guidance and SamplingStep's sums, in float32.
[[nodiscard]] std::shared_ptr<Graph> stepGraph(const std::shared_ptr<Context>& context,
    const TensorDescriptor& answer, const DenoiserShape& denoiser, const RunShape& run);

// One output of one text encoder, as its graph gives it: for each prompt a tensor with one row, or one tensor
// for both.
struct EncodedText {
    TensorDescriptor descriptor;
    bool holdsBoth = false;
};
// The inputs are "E_P" (encoder E, prompt P), or "E" where one tensor holds both. → text: for each row of a
// run the encoders' outputs beside each other, in `type`. `zeroedPrompt` becomes zeros; -1: none.
[[nodiscard]] std::shared_ptr<Graph> textGraph(const std::shared_ptr<Context>& context,
    std::span<const EncodedText> encoders, DataType type, const RunShape& run, int runIndex,
    int zeroedPrompt);

// latents → latent_sample: as the decoder was trained to see them, in its type, for each of `input`'s rows.
[[nodiscard]] std::shared_ptr<Graph> decoderInputGraph(const std::shared_ptr<Context>& context,
    const TensorDescriptor& latents, const TensorDescriptor& input, const LatentScaling& scaling);

// picture [B, 3, H, W] from -1 to 1 → pixels uint8[H, W, 3], of the first row; broken int32[H], not 0 for
// lines with values that are infinite or no numbers, whose pixels mean nothing.
[[nodiscard]] std::shared_ptr<Graph> pixelGraph(
    const std::shared_ptr<Context>& context, const TensorDescriptor& picture);

} // namespace weightless::diffusion
