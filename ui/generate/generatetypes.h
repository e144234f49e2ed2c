// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/pipeline/generation.h"
#include "engine/diffusion/text/cliptokenizer.h"
#include "engine/memory/memorymeter.h"

#include <QImage>
#include <QString>

#include <memory>
#include <optional>

namespace weightless::ui {

// What a folder can do, as values.
struct PipelineInfo {
    QString device;
    diffusion::GenerationRequest defaults;
    std::optional<int> fixedWidth; // in pixels
    std::optional<int> fixedHeight;
    int sizeStep = 8;
    qint64 modelBytes = 0;
    qint64 largestPartBytes = 0; // of which one runs at a time
    uint64_t leastBudgetBytes = 0; // that all parts can run with, as far as that is known before a run
    QString notes; // what was assumed; may be empty
    size_t tokenLength = 77; // of what the text encoder takes, start and end included
    std::shared_ptr<const diffusion::ClipTokenizer> tokenizer;
    std::shared_ptr<MemoryMeter> meter; // the page asks it what was highest
};

// One call of generate(), without its pictures.
struct GenerationSummary {
    diffusion::GenerationRequest request;
    std::vector<diffusion::GenerationPhase> phases;
    qint64 deviceBytes = 0; // highest, exact
    qint64 hostBytes = 0;
    double seconds = 0;
    double compileSeconds = 0; // of those
};

[[nodiscard]] QImage imageOf(const diffusion::RgbPicture& picture);

} // namespace weightless::ui
