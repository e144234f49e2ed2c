// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/layers.h"

#include <string>

namespace weightless {

// diffusers' ResnetBlock2D: norm, SiLU, conv, plus the time embedding, norm, SiLU, conv, plus the input.
struct ResnetOptions {
    int64_t outputChannels = 0;
    double epsilon = 1e-5;
    std::string timeEmbedding = {}; // [batch, timeWidth]; empty without
    int64_t timeWidth = 0;
};
[[nodiscard]] FeatureMap resnetBlock(GraphWriter& writer, const std::string& module, const std::string& path,
    const FeatureMap& input, const ResnetOptions& options);

// Strided convolution that halves the size.
[[nodiscard]] FeatureMap downsample(
    GraphWriter& writer, const std::string& module, const std::string& path, const FeatureMap& input);

// Nearest-neighbour Resize and a convolution. With `targetSize` (a 1-D value of height and width) to that
// size, otherwise by the constant scale 2.
[[nodiscard]] FeatureMap upsample(GraphWriter& writer, const std::string& module, const std::string& path,
    const FeatureMap& input, const std::string& targetSize);

// GroupNorm on a feature map.
[[nodiscard]] FeatureMap groupNorm2d(
    GraphWriter& writer, const std::string& module, const FeatureMap& input, double epsilon);

} // namespace weightless
