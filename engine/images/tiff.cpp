// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decoders.h"

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

std::optional<DecodedPicture> decodeTiff(File file)
{
    Source source {file};
    const auto tiff = open(source);
    uint32_t width = 0;
    uint32_t height = 0;
    if (!tiff || TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width) == 0
        || TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height) == 0) {
        return std::nullopt;
    }
    auto image = blankImage(width, height);
    if (!image) {
        return std::nullopt;
    }
    std::vector<uint32_t> pixels(image->pixels.size() / 3);
    if (TIFFReadRGBAImageOriented(tiff.get(), width, height, pixels.data(), ORIENTATION_TOPLEFT, 1) == 0) {
        return std::nullopt;
    }
    for (size_t i = 0; i < pixels.size(); ++i) {
        image->pixels[3 * i] = TIFFGetR(pixels[i]);
        image->pixels[3 * i + 1] = TIFFGetG(pixels[i]);
        image->pixels[3 * i + 2] = TIFFGetB(pixels[i]);
    }
    return image;
}

} // namespace weightless::images
