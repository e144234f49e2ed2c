// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/folder/pipelinefolder.h"
#include "engine/diffusion/pipeline/generation.h"
#include "engine/diffusion/pipeline/pipelineshape.h"
#include "engine/diffusion/pipeline/textstage.h"
#include "engine/diffusion/text/cliptokenizer.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace weightless::diffusion {

// A folder that makes pictures from words: its parts are read hollowly when it is made, and put on the device
// when they are needed. One thread at a time, as for Context. Everything throws Error and leaves what is
// loaded as it was, but for parts that are taken in turn.
class Pipeline {
public:
    // Errors as readPipelineFolder(), ClipTokenizer and openModel(); InvalidArgument where the parts do not
    // fit each other.
    Pipeline(std::shared_ptr<Context> context, const std::filesystem::path& folder,
        const std::stop_token& stop = {});
    // A folder that was read, from a server perhaps.
    Pipeline(std::shared_ptr<Context> context, PipelineFolder folder, const http::HttpOptions& httpOptions,
        const std::stop_token& stop = {});
    ~Pipeline();
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    [[nodiscard]] const PipelineFolder& folder() const { return m_folder; }
    // Scheduler, steps, guidance and size as the folder and its graphs suggest.
    [[nodiscard]] GenerationRequest defaults() const;
    // Neither side of a picture is anything else.
    [[nodiscard]] std::optional<int64_t> fixedWidth() const;
    [[nodiscard]] std::optional<int64_t> fixedHeight() const;
    [[nodiscard]] bool isXl() const { return m_encoders.size() > 1; }
    [[nodiscard]] uint64_t modelBytes() const;
    [[nodiscard]] uint64_t largestPartBytes() const;
    // The smallest device budget that every part can run with, at the sizes that its graph suggests. Plans
    // each of them. Parts that cannot be planned so count for nothing. Cancelled.
    [[nodiscard]] uint64_t leastBudgetBytes(const std::stop_token& stop = {}) const;
    // Of all parts, as sourceFilesOf().
    [[nodiscard]] std::vector<FileIdentity> sourceFiles() const;
    // As the first text encoder is fed.
    [[nodiscard]] TokenizedText tokenize(std::string_view prompt) const;
    // For a counter on another thread; goes on after the pipeline.
    [[nodiscard]] std::shared_ptr<const ClipTokenizer> tokenizer() const
    {
        return m_encoders.front().tokenizer;
    }

    // Pictures, one after the other. Parts that are loaded stay so, unless they are taken in turn: then none
    // is when this returns or throws.
    // InvalidArgument: sizes, steps or counts that cannot be; Unsupported; OutOfMemory; Io: files that
    // changed since the pipeline was made; Cancelled within a step or a slice.
    [[nodiscard]] GenerationReport generate(const GenerationRequest& request,
        const GenerationObserver& observer = {}, const std::stop_token& stop = {});

    // Gives back what the parts hold on the device.
    void release() noexcept;

private:
    struct Encoder {
        std::unique_ptr<PipelinePart> part;
        std::shared_ptr<const ClipTokenizer> tokenizer;
    };

    [[nodiscard]] std::vector<const PipelinePart*> parts() const;

    std::shared_ptr<Context> m_context;
    PipelineFolder m_folder;
    std::vector<Encoder> m_encoders;
    std::unique_ptr<PipelinePart> m_denoiser;
    std::unique_ptr<PipelinePart> m_decoder;
    DenoiserShape m_shape;
};

} // namespace weightless::diffusion
