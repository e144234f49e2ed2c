// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/preview.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weightless::diffusion {

namespace {

constexpr size_t channelCount = 4;
using Colours = std::array<std::array<float, 3>, channelCount>; // of each channel, -1 … 1

constexpr Colours firstFamily {{
    {0.3512F, 0.2297F, 0.3227F},
    {0.3250F, 0.4974F, 0.2350F},
    {-0.2829F, 0.1762F, 0.2721F},
    {-0.2120F, -0.2616F, -0.7177F},
}};
constexpr Colours xlFamily {{
    {0.3920F, 0.4054F, 0.4549F},
    {-0.2634F, -0.0196F, 0.0653F},
    {0.0568F, 0.1687F, -0.0755F},
    {-0.3112F, -0.2359F, -0.2076F},
}};

uint8_t byteOf(float value)
{
    // A value that is no number is black.
    return value > -1 ? static_cast<uint8_t>(std::lround((std::min(value, 1.0F) + 1) * 127.5F)) : uint8_t {0};
}

} // namespace

RgbPicture previewOf(const HostTensor& latents, bool isXl)
{
    const Shape& shape = latents.descriptor.shape;
    if (shape.size() != 4 || shape[1] != static_cast<int64_t>(channelCount)) {
        return {};
    }
    const Colours& colours = isXl ? xlFamily : firstFamily;
    const std::span<const float> values = latents.as<float>();
    const auto places = static_cast<size_t>(shape[2] * shape[3]);
    RgbPicture picture {shape[3], shape[2], {}};
    picture.pixels.reserve(places * 3);
    for (size_t place = 0; place < places; ++place) {
        for (size_t colour = 0; colour < 3; ++colour) {
            float sum = 0;
            for (size_t channel = 0; channel < channelCount; ++channel) {
                sum += values[channel * places + place] * colours[channel][colour];
            }
            picture.pixels.push_back(byteOf(sum));
        }
    }
    return picture;
}

} // namespace weightless::diffusion
