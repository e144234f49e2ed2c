// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/pipelinefolder.h"
#include "engine/diffusion/pipeline/denoising.h"
#include "engine/diffusion/pipeline/generation.h"
#include "engine/diffusion/pipeline/textstage.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace weightless::diffusion {

struct PipelineEncoder {
    PipelinePart& part;
    const ClipTokenizer& tokenizer;
};

struct PipelineParts {
    PipelinePart& denoiser;
    PipelinePart& decoder;
    const DenoiserShape& shape;
    const PipelineFolder& folder;
    std::vector<PipelineEncoder> encoders;
};

// One call of Pipeline::generate().
class PipelineRun {
public:
    // InvalidArgument for a request that cannot be.
    PipelineRun(std::shared_ptr<Context> context, PipelineParts parts, const GenerationRequest& request,
        const GenerationObserver& observer, std::stop_token stop);

    [[nodiscard]] GenerationReport run();

private:
    using Conditions = std::vector<NamedTensors>; // of each run of the denoiser

    void checkRequest() const;
    void phase(GenerationPhase::Kind kind, const std::string& part, const std::function<void()>& work);
    void plan(PipelinePart& part, const std::map<std::string, TensorDescriptor>& inputs);
    void makeReady(PipelinePart& part, const std::map<std::string, TensorDescriptor>& inputs);
    void prepareDecoder(const TensorDescriptor& latents);
    void tellClamped(PipelinePart& part);
    void giveBack(PipelinePart& part);
    [[nodiscard]] Conditions encode();
    void noteBrokenText(const PipelinePart& encoder, const EncodedPrompts& text);
    [[nodiscard]] Conditions conditionsOf(const std::vector<EncodedPrompts>& texts) const;
    void addSizes(NamedTensors& inputs) const;
    void addGuidance(NamedTensors& inputs) const;
    [[nodiscard]] std::shared_ptr<Tensor> joined(
        const std::vector<EncodedPrompts>& texts, bool isPooled, DataType type, int runIndex) const;
    void denoise(Denoising& denoising, int64_t picture);
    void decode(const std::shared_ptr<Tensor>& latents, uint64_t seed);
    void warnOfNumbers(const Tensor& latents, bool isFinite, uint64_t seed) const;

    std::shared_ptr<Context> m_context;
    PipelineParts m_parts;
    GenerationRequest m_request;
    const GenerationObserver& m_observer;
    std::stop_token m_stop;
    SamplingPlan m_plan;
    RunShape m_shape;
    const PipelinePart* m_brokenEncoder = nullptr; // the first one that gave what is not finite
    GenerationReport m_report;
};

} // namespace weightless::diffusion
