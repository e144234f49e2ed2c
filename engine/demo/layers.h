// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/graphwriter.h"

#include <cstdint>
#include <string>

namespace weightless {

// What a transformer's layers add to their input is drawn this much smaller, or values grow from layer to
// layer.
inline constexpr double residualGain = 0.5;

// PyTorch modules as its exporter writes them. `module` is the module's last name component and becomes a
// scope; `path` is its full name in the checkpoint, which its parameters carry. Weights are drawn with a
// deviation of gain / sqrt(fan-in).

// An image-shaped activation [batch, channels, height, width]; height and width count with static axes only.
struct FeatureMap {
    std::string value;
    int64_t channels = 0;
    int64_t height = 0;
    int64_t width = 0;
};

struct ConvShape {
    int64_t kernel = 3;
    int64_t stride = 1;
};

[[nodiscard]] FeatureMap conv2d(GraphWriter& writer, const std::string& module, const std::string& path,
    const FeatureMap& input, int64_t outputChannels, ConvShape shape = {}, double gain = 1);

// On rank 3 and more: MatMul with the transposed weight, then Add.
struct LinearShape {
    int64_t inputs = 0;
    int64_t outputs = 0;
    bool hasBias = true;
    double gain = 1;
};
[[nodiscard]] std::string linear(GraphWriter& writer, const std::string& module, const std::string& path,
    const std::string& input, const LinearShape& shape);

// On rank 2: Gemm.
[[nodiscard]] std::string gemm(GraphWriter& writer, const std::string& module, const std::string& path,
    const std::string& input, const LinearShape& shape);

// Reshape → InstanceNormalization → Reshape → Mul → Add. Its parameters lose their names in the export.
// `fixedShape` is the input's shape with static axes, and gives its rank.
[[nodiscard]] std::string groupNorm(GraphWriter& writer, const std::string& module, const std::string& input,
    int64_t channels, double epsilon, const Shape& fixedShape);

// One LayerNormalization since opset 17, its pieces before.
[[nodiscard]] std::string layerNorm(GraphWriter& writer, const std::string& module, const std::string& path,
    const std::string& input, int64_t channels);

[[nodiscard]] std::string silu(GraphWriter& writer, const std::string& module, const std::string& input);
[[nodiscard]] std::string gelu(GraphWriter& writer, const std::string& input);

// Groups of a GroupNorm: 32, or what of it still divides a narrower model's channels.
[[nodiscard]] int64_t groupCount(int64_t channels);

} // namespace weightless
