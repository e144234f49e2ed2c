// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/imagelayout.h"
#include "engine/model/hosttensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weightless {

// Which numbers a channel's 0 … 255 stand for in a tensor.
enum class ImageRange {
    ZeroToOne,
    MinusOneToOne, // Stable Diffusion's VAE
    Bytes, // 0 … 255
    ImageNet, // 0 … 1, then (x - mean) / deviation per channel with ImageNet's numbers; 3 channels only
};

// Eight-bit RGBA rows without padding, top row first.
struct RgbaImage {
    std::span<const uint8_t> pixels; // width * height * 4 bytes
    int64_t width = 0;
    int64_t height = 0;
};

struct RgbImage {
    std::vector<uint8_t> pixels; // width * height * 3 bytes
    int64_t width = 0;
    int64_t height = 0;
};

// Resizes with bilinear interpolation (averaging when it shrinks) to the descriptor's H and W, spreads over
// its channels, first or last (1: Rec. 601 luma; 3: RGB, alpha over white; 4: RGBA) and repeats over N.
// Colours of transparent pixels do not reach their neighbours. uint8 ignores `range`; `declared` as
// imageGeometry(). InvalidArgument when the descriptor is no isImageShape() or the image's size does not fit
// its pixels.
[[nodiscard]] HostTensor imageToTensor(const RgbaImage& image, const TensorDescriptor& descriptor,
    ImageRange range, const std::optional<ImageLayout>& declared = {});

// The range an image tensor's values most likely use, from their minimum and maximum; NaN and infinity do not
// count. Never ImageNet.
[[nodiscard]] ImageRange detectImageRange(const HostTensor& tensor);

// Image `batchIndex` of an image tensor, for display; values outside the range are clamped, NaN is black.
// InvalidArgument as above.
[[nodiscard]] RgbImage tensorToImage(const HostTensor& tensor, int64_t batchIndex, ImageRange range);

} // namespace weightless
