// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/pipeline/pipelineshape.h"
#include "engine/diffusion/schedule/samplingplan.h"

#include <array>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace weightless::diffusion {

// The loop over the steps of one picture after the other. Everything between the steps stays on the device; a
// step writes some numbers there, and noise where the solver wants it.
class Denoising {
public:
    // `denoiser` is built and loaded, `text` are its inputs for each run beside sample and time.
    Denoising(std::shared_ptr<Context> context, PipelinePart& denoiser, DenoiserShape shape, RunShape run,
        std::vector<NamedTensors> text, double guidance);

    // The latents are this seed's noise.
    void begin(const SamplingPlan& plan, uint64_t seed);
    // Cancelled within the step; the picture is then lost.
    void step(const SamplingPlan& plan, size_t index, const std::stop_token& stop);

    [[nodiscard]] const std::shared_ptr<Tensor>& latents() const { return m_latents; }
    // The same, which the next picture will not write to.
    [[nodiscard]] std::shared_ptr<Tensor> takeLatents();
    // What the last step took the picture for.
    [[nodiscard]] const std::shared_ptr<Tensor>& clean() const { return m_clean; }

private:
    [[nodiscard]] std::shared_ptr<Tensor> makeLatents() const;
    void writeFloats(Tensor& tensor, std::span<const float> values) const;
    void writeTime(double timestep);
    void writeNoise(uint64_t stream, double scale, Tensor& tensor) const;

    std::shared_ptr<Context> m_context;
    PipelinePart& m_denoiser;
    DenoiserShape m_shape;
    RunShape m_run;
    std::vector<NamedTensors> m_inputs; // of each run
    std::vector<NamedTensors> m_answers;
    std::string m_answerName;
    double m_guidance;
    uint64_t m_seed = 0;

    std::shared_ptr<Graph> m_scaleGraph;
    std::shared_ptr<Graph> m_stepGraph;
    std::shared_ptr<Tensor> m_scale, m_numbers, m_cleanNumbers, m_noise, m_clean;
    std::shared_ptr<Tensor> m_latents, m_nextLatents;
    std::array<std::shared_ptr<Tensor>, keptCount + 1> m_kept; // newest first; the last one is written next
};

} // namespace weightless::diffusion
