// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/pipeline.h"

#include "engine/base/error.h"
#include "engine/diffusion/pipeline/pipelinerun.h"
#include "engine/model/sourcefiles.h"

#include <algorithm>
#include <chrono>

namespace weightless::diffusion {

Pipeline::Pipeline(
    std::shared_ptr<Context> context, const std::filesystem::path& folder, const std::stop_token& stop)
    : Pipeline(std::move(context), readPipelineFolder(folder), {}, stop)
{
}

Pipeline::Pipeline(std::shared_ptr<Context> context, PipelineFolder folder,
    const http::HttpOptions& httpOptions, const std::stop_token& stop)
    : m_context(std::move(context))
    , m_folder(std::move(folder))
{
    for (const TextEncoderFiles& files : m_folder.encoders) {
        const std::string role =
            m_encoders.empty() ? "text encoder" : "text encoder " + std::to_string(m_encoders.size() + 1);
        m_encoders.push_back({std::make_unique<PipelinePart>(m_context, role, files.model, httpOptions, stop),
            std::make_shared<const ClipTokenizer>(*m_folder.files, files.tokenizer)});
        checkTokens(*m_encoders.back().part, *m_encoders.back().tokenizer);
    }
    m_denoiser = std::make_unique<PipelinePart>(m_context, "denoiser", m_folder.denoiser, httpOptions, stop);
    m_decoder = std::make_unique<PipelinePart>(m_context, "VAE decoder", m_folder.decoder, httpOptions, stop);
    m_shape = shapeOfDenoiser(*m_denoiser, m_folder.channels);
    if (m_shape.takesPooledText && m_encoders.size() < 2) {
        throw Error(ErrorKind::InvalidArgument,
            "The denoiser takes 'text_embeds' of a second text encoder, as Stable Diffusion XL's do, and the "
            "folder has no text_encoder_2");
    }
    const size_t scaled = m_folder.latentScaling.means.size();
    if (scaled > 0 && static_cast<int64_t>(scaled) != m_shape.channels) {
        throw Error(ErrorKind::InvalidArgument,
            "The VAE decoder's config.json has 'latents_mean' and 'latents_std' of " + std::to_string(scaled)
                + " channels, and the denoiser's latents have " + std::to_string(m_shape.channels));
    }
}

Pipeline::~Pipeline() = default;

std::optional<int64_t> Pipeline::fixedWidth() const
{
    return m_shape.width ? std::optional(*m_shape.width * m_folder.pixelsPerLatent) : std::nullopt;
}

std::optional<int64_t> Pipeline::fixedHeight() const
{
    return m_shape.height ? std::optional(*m_shape.height * m_folder.pixelsPerLatent) : std::nullopt;
}

std::vector<const PipelinePart*> Pipeline::parts() const
{
    std::vector<const PipelinePart*> parts {m_denoiser.get(), m_decoder.get()};
    for (const Encoder& encoder : m_encoders) {
        parts.push_back(encoder.part.get());
    }
    return parts;
}

uint64_t Pipeline::modelBytes() const
{
    uint64_t bytes = 0;
    for (const PipelinePart* part : parts()) {
        bytes += part->weightBytes();
    }
    return bytes;
}

uint64_t Pipeline::largestPartBytes() const
{
    uint64_t bytes = 0;
    for (const PipelinePart* part : parts()) {
        bytes = std::max(bytes, part->weightBytes());
    }
    return bytes;
}

uint64_t Pipeline::leastBudgetBytes(const std::stop_token& stop) const
{
    uint64_t bytes = 0;
    for (const PipelinePart* part : parts()) {
        bytes = std::max(bytes, part->leastBudgetBytes(stop));
    }
    return bytes;
}

std::vector<FileIdentity> Pipeline::sourceFiles() const
{
    std::vector<FileIdentity> files;
    for (const PipelinePart* part : parts()) {
        const std::vector<FileIdentity> own = sourceFilesOf(part->model());
        files.insert(files.end(), own.begin(), own.end());
    }
    return files;
}

TokenizedText Pipeline::tokenize(std::string_view prompt) const
{
    const Encoder& encoder = m_encoders.front();
    const auto fallback = static_cast<int64_t>(encoder.tokenizer->length());
    return encoder.tokenizer->tokenize(prompt, static_cast<size_t>(tokensOf(*encoder.part, fallback)));
}

GenerationRequest Pipeline::defaults() const
{
    GenerationRequest request;
    request.solver = m_folder.schedule.solver;
    if (m_folder.isTurbo) {
        request.steps = 1;
        request.guidance = 1;
    } else if (request.solver == Solver::Lcm) {
        request.steps = 4;
        request.guidance = m_shape.guidanceWidth ? 8.5 : 1;
    } else {
        request.guidance = isXl() ? 5 : 7.5;
    }
    const int64_t side = isXl() ? 128 : 64;
    const LatentSize usual = m_folder.sampleSize.value_or(LatentSize {side, side});
    request.width = fixedWidth().value_or(usual.width * m_folder.pixelsPerLatent);
    request.height = fixedHeight().value_or(usual.height * m_folder.pixelsPerLatent);
    return request;
}

void Pipeline::release() noexcept
{
    for (const Encoder& encoder : m_encoders) {
        encoder.part->release();
    }
    m_denoiser->release();
    m_decoder->release();
}

GenerationReport Pipeline::generate(
    const GenerationRequest& request, const GenerationObserver& observer, const std::stop_token& stop)
{
    const auto begin = std::chrono::steady_clock::now();
    if (request.inTurn) {
        release();
    }
    PipelineParts parts {*m_denoiser, *m_decoder, m_shape, m_folder, {}};
    for (const Encoder& encoder : m_encoders) {
        parts.encoders.push_back({*encoder.part, *encoder.tokenizer});
    }
    try {
        GenerationReport report = PipelineRun(m_context, std::move(parts), request, observer, stop).run();
        report.modelBytes = modelBytes();
        report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return report;
    } catch (...) {
        if (request.inTurn) {
            release();
        }
        throw;
    }
}

} // namespace weightless::diffusion
