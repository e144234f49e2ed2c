// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decoders.h"
#include "engine/images/orientation.h"

#include <tiffio.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace weightless::images {

namespace {

struct Source {
    File file;
    uint64_t position = 0;
};

tmsize_t readBytes(thandle_t handle, void* target, tmsize_t bytes)
{
    auto& source = *static_cast<Source*>(handle);
    const uint64_t left = source.position < source.file.size() ? source.file.size() - source.position : 0;
    const uint64_t count = std::min<uint64_t>(left, static_cast<uint64_t>(std::max<tmsize_t>(bytes, 0)));
    if (count > 0) {
        std::memcpy(target, source.file.data() + source.position, count);
    }
    source.position += count;
    return static_cast<tmsize_t>(count);
}

toff_t seek(thandle_t handle, toff_t offset, int from)
{
    auto& source = *static_cast<Source*>(handle);
    const uint64_t base = from == SEEK_CUR ? source.position : from == SEEK_END ? source.file.size() : 0;
    source.position = base + offset;
    return source.position;
}

int ignoreMessage(TIFF*, void*, const char*, const char*, va_list)
{
    return 1; // said
}

struct OptionsDeleter {
    void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};
struct TiffDeleter {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};

std::unique_ptr<TIFF, TiffDeleter> open(Source& source)
{
    const std::unique_ptr<TIFFOpenOptions, OptionsDeleter> options(TIFFOpenOptionsAlloc());
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), ignoreMessage, nullptr);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignoreMessage, nullptr);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), tmsize_t {1} << 30);
    return std::unique_ptr<TIFF, TiffDeleter>(TIFFClientOpenExt(
        "picture", "rm", &source, readBytes, [](thandle_t, void*, tmsize_t) -> tmsize_t { return 0; }, seek,
        [](thandle_t) { return 0; },
        [](thandle_t handle) -> toff_t { return static_cast<Source*>(handle)->file.size(); }, nullptr,
        nullptr, options.get()));
}

} // namespace

std::optional<DecodedPicture> decodeTiff(Decoding& decoding)
{
    Source source {decoding.file};
    const auto tiff = open(source);
    uint32_t width = 0;
    uint32_t height = 0;
    if (!tiff || TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width) == 0
        || TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height) == 0) {
        return std::nullopt;
    }
    auto image = decoding.blank(width, height);
    if (!image) {
        return std::nullopt;
    }
    uint16_t orientation = ORIENTATION_TOPLEFT;
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_ORIENTATION, &orientation);
    std::vector<uint32_t> pixels(image->rgba.size() / 4);
    // Asked for what it says it is, libtiff turns nothing; by itself it does so for half of the ways.
    if (TIFFReadRGBAImageOriented(tiff.get(), width, height, pixels.data(), orientation, 1) == 0) {
        return std::nullopt;
    }
    for (size_t i = 0; i < pixels.size(); ++i) {
        const uint32_t opacity = TIFFGetA(pixels[i]);
        const auto alone = [&](uint32_t colour) { // libtiff multiplies colours with the opacity
            return static_cast<uint8_t>(
                opacity == 0 ? 0 : std::min<uint32_t>((colour * 255 + opacity / 2) / opacity, 255));
        };
        image->rgba[4 * i] = alone(TIFFGetR(pixels[i]));
        image->rgba[4 * i + 1] = alone(TIFFGetG(pixels[i]));
        image->rgba[4 * i + 2] = alone(TIFFGetB(pixels[i]));
        image->rgba[4 * i + 3] = static_cast<uint8_t>(opacity);
    }
    return upright(std::move(*image), orientation);
}

} // namespace weightless::images
