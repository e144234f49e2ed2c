// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/layers.h"

#include <string>

namespace weightless {

// The text the picture is drawn from: [batch, tokens, width].
struct TextContext {
    std::string value;
    int64_t tokens = 0; // with static axes
    int64_t width = 0;
};

// diffusers' Transformer2DModel with one block: norm, 1×1 convolution, pixels as tokens, self-attention,
// attention to the text, GEGLU feed-forward, 1×1 convolution, plus the input.
[[nodiscard]] FeatureMap transformer2d(GraphWriter& writer, const std::string& module,
    const std::string& path, const FeatureMap& input, const TextContext& context, int64_t heads);

} // namespace weightless
