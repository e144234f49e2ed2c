// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/pipeline/pipelineshape.h"
#include "engine/diffusion/text/cliptokenizer.h"

#include <array>
#include <memory>
#include <stop_token>
#include <vector>

namespace weightless::diffusion {

// What a text encoder made of the prompts, on the device.
struct EncodedPrompts {
    // By prompt (0 is the negative one); both are the same tensor where one holds both. Null: not encoded.
    std::array<std::shared_ptr<Tensor>, 2> hidden;
    std::array<std::shared_ptr<Tensor>, 2> pooled;
    bool holdsBoth = false;
};

using PromptTokens = std::array<std::vector<int32_t>, 2>; // the negative prompt's and the other's

// How many tokens the encoder's graph is fixed to; `fallback` where it is free.
[[nodiscard]] int64_t tokensOf(const PipelinePart& encoder, int64_t fallback);
// Its inputs for so many tokens.
[[nodiscard]] std::map<std::string, TensorDescriptor> encoderInputs(
    const PipelinePart& encoder, int64_t tokens);

// InvalidArgument when a token lies beyond the encoder's embedding: another model's tokenizer.
void checkTokens(const PipelinePart& encoder, const ClipTokenizer& tokenizer);

// Runs a loaded encoder over the prompts; the negative one is left out without guidance. `isOneOfTwo`: as
// Stable Diffusion XL has them, whose denoiser takes the last layer but one. Unsupported where the graph
// lacks that.
[[nodiscard]] EncodedPrompts encodePrompts(Context& context, PipelinePart& encoder,
    const PromptTokens& tokens, bool isGuided, bool isOneOfTwo, const std::stop_token& stop);

// Of what was made of the prompts, which is read back: a few hundred KiB.
[[nodiscard]] bool areFinite(Context& context, const std::array<std::shared_ptr<Tensor>, 2>& encoded);

} // namespace weightless::diffusion
