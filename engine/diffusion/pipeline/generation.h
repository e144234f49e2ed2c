// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/pipeline/pipelinepart.h"
#include "engine/diffusion/schedule/noiseschedule.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// What a pipeline is asked for and what it answers, as values.
namespace weightless::diffusion {

struct GenerationRequest {
    std::string prompt; // UTF-8
    std::string negativePrompt; // has no part where there is no guidance
    uint64_t seed = 0; // of the first picture; the next one's is one more
    int64_t steps = 20;
    double guidance = 7.5; // 1 and less: the prompt alone, one half of the work
    Solver solver = Solver::Pndm;
    int64_t width = 512; // in pixels
    int64_t height = 512;
    int64_t count = 1;
    bool inTurn = false; // each part is loaded, run and given back before the next one
    PartOptions parts;

    bool operator==(const GenerationRequest&) const = default;
};

// Pixels row by row from the upper left, three bytes each.
struct RgbPicture {
    int64_t width = 0;
    int64_t height = 0;
    std::vector<uint8_t> pixels;
};

struct GeneratedPicture {
    RgbPicture picture;
    uint64_t seed = 0;
};

// A stretch of the work with what it held at its highest.
struct GenerationPhase {
    // Plan is of a part that is not planned for what is asked for. Compile is what of a part's kernels the
    // driver had not compiled when its weights were there.
    enum class Kind { Plan, Load, Compile, Text, Steps, Decode };
    Kind kind = Kind::Load;
    std::string part; // "text encoder"
    double seconds = 0;
    double compileSeconds = 0; // of those: all of Compile, elsewhere waits for kernels of what lies between
    uint64_t deviceBytes = 0; // weights, imported pages and activations at one moment; exact
    uint64_t hostBytes = 0; // CPU memory beyond the weights; exact
};

struct GenerationReport {
    std::vector<GeneratedPicture> pictures;
    std::vector<GenerationPhase> phases;
    uint64_t modelBytes = 0; // weights of all parts
    double seconds = 0; // from the request to the answer: phases, and the little that lies between them

    [[nodiscard]] uint64_t deviceBytes() const; // the highest of all phases
    [[nodiscard]] uint64_t hostBytes() const;
    // Of those seconds. The first run on a device waits, whatever its way of loading; the next ones do not.
    [[nodiscard]] double compileSeconds() const;
};

// Which of the steps that were asked for, from 1 on, is under way when `done` of `total` evaluations of the
// denoiser are.
[[nodiscard]] constexpr int64_t stepOf(int64_t done, int64_t total, int64_t steps)
{
    return done < total ? done * steps / total + 1 : steps;
}

// Told on the thread that generates; each may be empty.
struct GenerationObserver {
    std::function<void(const GenerationPhase&)> onPhase; // before it begins: kind and part
    std::function<void(const LoadProgress&)> onLoad;
    KernelObserver onKernels; // of a phase that compiles
    // Before the denoiser is evaluated (`done` of `total` times it was) and once after the last time. PNDM
    // does so once more than there are steps: see stepOf().
    std::function<void(int64_t picture, int64_t done, int64_t total)> onStep;
    // What the denoiser takes the picture for after a step; costs one small read-back.
    std::function<void(const RgbPicture&)> onPreview;
    std::function<void(const GeneratedPicture&)> onPicture;
    // Of a picture that was made and is not what it should be: what is wrong, and what helps.
    std::function<void(const std::string&)> onWarning;
    // Latents float32[1, C, h, w] of a picture, read back: what it begins with (0) and what each step left
    // (from 1 on). For comparisons with others.
    std::function<void(int64_t picture, int64_t step, const HostTensor&)> onLatents;
};

} // namespace weightless::diffusion
