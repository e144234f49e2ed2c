// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decoders.h"
#include "engine/images/orientation.h"

#include <png.h>

#include <csetjmp>
#include <cstring>

namespace weightless::images {

namespace {

struct Source {
    File file;
    size_t position = 0;
};

void readBytes(png_structp png, png_bytep target, size_t bytes)
{
    auto& source = *static_cast<Source*>(png_get_io_ptr(png));
    if (bytes > source.file.size() - source.position) {
        png_error(png, "the file ends too early");
    }
    std::memcpy(target, source.file.data() + source.position, bytes);
    source.position += bytes;
}

// libpng leaves by longjmp: whatever has a destructor belongs to the caller of the functions below.
struct Reading {
    png_structp png = nullptr;
    png_infop info = nullptr;
    Source source;
    std::optional<DecodedPicture> image;
    std::vector<png_bytep> rows;

    explicit Reading(File file)
        : png(png_create_read_struct(
            PNG_LIBPNG_VER_STRING, nullptr,
            [](png_structp failed, png_const_charp) { png_longjmp(failed, 1); },
            [](png_structp, png_const_charp) {}))
        , source {file}
    {
        info = png != nullptr ? png_create_info_struct(png) : nullptr;
    }
    ~Reading() { png_destroy_read_struct(&png, &info, nullptr); }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
};

// Everything becomes 8-bit RGBA.
bool readHeader(Reading& reading)
{
    png_structp png = reading.png;
    if (setjmp(png_jmpbuf(png)) != 0) { // NOLINT(cert-err52-cpp): how libpng reports errors
        return false;
    }
    png_set_read_fn(png, &reading.source, readBytes);
    png_set_user_limits(png, 1u << 20, 1u << 20);
    png_read_info(png, reading.info);
    png_set_expand(png);
    png_set_strip_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
    static_cast<void>(png_set_interlace_handling(png));
    png_read_update_info(png, reading.info);
    return png_get_channels(png, reading.info) == 4 && png_get_bit_depth(png, reading.info) == 8;
}

bool readRows(Reading& reading)
{
    if (setjmp(png_jmpbuf(reading.png)) != 0) { // NOLINT(cert-err52-cpp)
        return false;
    }
    png_read_image(reading.png, reading.rows.data());
    return true;
}

// Chunks may stand behind the picture, which is whole without them.
void readWhatFollows(Reading& reading)
{
    if (setjmp(png_jmpbuf(reading.png)) != 0) { // NOLINT(cert-err52-cpp)
        return;
    }
    png_read_end(reading.png, reading.info);
}

int orientationOf(const Reading& reading)
{
    png_uint_32 bytes = 0;
    png_bytep exif = nullptr;
    return png_get_eXIf_1(reading.png, reading.info, &bytes, &exif) != 0
        ? exifOrientation(std::as_bytes(std::span(exif, bytes)))
        : 1;
}

} // namespace

std::optional<DecodedPicture> decodePng(Decoding& decoding)
{
    Reading reading(decoding.file);
    if (reading.info == nullptr || !readHeader(reading)) {
        return std::nullopt;
    }
    reading.image = decoding.blank(
        png_get_image_width(reading.png, reading.info), png_get_image_height(reading.png, reading.info));
    if (!reading.image
        || png_get_rowbytes(reading.png, reading.info) != static_cast<size_t>(reading.image->width) * 4) {
        return std::nullopt;
    }
    for (int64_t y = 0; y < reading.image->height; ++y) {
        reading.rows.push_back(reading.image->rgba.data() + y * reading.image->width * 4);
    }
    if (!readRows(reading)) {
        return std::nullopt;
    }
    if (!decoding.isTurned) {
        return std::move(reading.image);
    }
    readWhatFollows(reading);
    return upright(std::move(*reading.image), orientationOf(reading));
}

} // namespace weightless::images
