// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decodeimage.h"
#include "engine/ops/hostoperator.h"
#include "engine/ops/nodeview.h"

// ImageDecoder: a file's bytes become [height, width, channels]. What cannot be decoded becomes an empty
// tensor, as the operator's text has it.
namespace weightless::ops::imagedecoder {

namespace {

enum class Pixels { Rgb, Bgr, Grey };

Pixels pixelsOf(const Attributes& attributes)
{
    const std::string format = attributes.stringOr("pixel_format", "RGB");
    if (format != "RGB" && format != "BGR" && format != "Grayscale") {
        failNode("attribute 'pixel_format' is '" + format + "', expected RGB, BGR or Grayscale");
    }
    return format == "RGB" ? Pixels::Rgb : format == "BGR" ? Pixels::Bgr : Pixels::Grey;
}

// Rec. 601 luma in 16-bit fixed point. An opacity is left out.
uint8_t greyOf(const uint8_t* rgb)
{
    constexpr uint32_t half = 1u << 15;
    return static_cast<uint8_t>((rgb[0] * 19595u + rgb[1] * 38470u + rgb[2] * 7471u + half) >> 16);
}

std::vector<HostValue> run(const HostContext& context)
{
    const HostTensor& file = context.tensor(0);
    if (file.descriptor.type != DataType::UInt8 || file.descriptor.shape.size() != 1) {
        failNode("input 0 is " + toString(file.descriptor) + ", expected the bytes of a file, uint8[n]");
    }
    const Pixels pixels = pixelsOf(context.attributes);
    const DecodedPicture image = decodeImage(file.bytes, context.stopToken).value_or(DecodedPicture {});
    const size_t channels = pixels == Pixels::Grey ? 1 : 3;
    HostTensor y =
        makeHostTensor({DataType::UInt8, {image.height, image.width, static_cast<int64_t>(channels)}});
    for (size_t i = 0; i < image.rgba.size() / 4; ++i) {
        const uint8_t* rgb = image.rgba.data() + 4 * i;
        for (size_t channel = 0; channel < channels; ++channel) {
            y.bytes[i * channels + channel] = std::byte {pixels == Pixels::Grey ? greyOf(rgb)
                    : pixels == Pixels::Rgb                                     ? rgb[channel]
                                                                                : rgb[2 - channel]};
        }
    }
    return {makeHostValue(std::move(y))};
}

} // namespace

void registerHostOperators(HostRegistry& registry)
{
    registry.add({.op = {.name = "ImageDecoder", .sinceVersion = 20}, .run = run});
}

} // namespace weightless::ops::imagedecoder
