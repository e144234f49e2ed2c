// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/graphwriter.h"

#include <cstdint>
#include <string>

namespace weightless {

// Layers of encoders and decoders as transformers writes them, on [batch, tokens, width].
struct LayerSizes {
    int64_t width = 0;
    int64_t heads = 0;
    int64_t inner = 0; // of the feed-forward part

    [[nodiscard]] int64_t headSize() const { return width / heads; }
};

// Keys and values of all heads, [batch, heads, tokens, size].
struct KeyValue {
    std::string key = {};
    std::string value = {};
};

// [batch, tokens, width] → [batch, heads, tokens, size]; `name` is a linear layer's.
[[nodiscard]] std::string projectedHeads(GraphWriter& writer, const std::string& name,
    const std::string& path, const std::string& input, const LayerSizes& sizes, bool hasBias = true);

// Softmax of the scores, with a mask added where there is one, and the linear layer `output`.
[[nodiscard]] std::string attended(GraphWriter& writer, const std::string& output, const std::string& path,
    const std::string& query, const KeyValue& memory, const std::string& mask, const LayerSizes& sizes);

// fc1 → Gelu → fc2
[[nodiscard]] std::string feedForward(GraphWriter& writer, const std::string& first,
    const std::string& second, const std::string& path, const std::string& input, const LayerSizes& sizes);

} // namespace weightless
