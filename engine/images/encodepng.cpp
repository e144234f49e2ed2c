// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/encodepng.h"

#include "engine/base/error.h"
#include "engine/images/image.h"

#include <png.h>

#include <csetjmp>
#include <new>

namespace weightless {

namespace {

// libpng leaves by longjmp: whatever has a destructor belongs to the caller of the functions below.
struct Writing {
    png_structp png = nullptr;
    png_infop info = nullptr;
    std::string key;
    std::string text;
    std::string file;

    Writing()
        : png(png_create_write_struct(
            PNG_LIBPNG_VER_STRING, nullptr,
            [](png_structp failed, png_const_charp) { png_longjmp(failed, 1); },
            [](png_structp, png_const_charp) {}))
    {
        info = png != nullptr ? png_create_info_struct(png) : nullptr;
    }
    ~Writing() { png_destroy_write_struct(&png, &info); }
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;
};

void append(png_structp png, png_bytep data, size_t bytes)
{
    bool isWritten = false;
    try {
        static_cast<Writing*>(png_get_io_ptr(png))->file.append(reinterpret_cast<const char*>(data), bytes);
        isWritten = true;
    } catch (const std::bad_alloc&) { // not through libpng
    }
    if (!isWritten) {
        png_error(png, "no memory");
    }
}

bool write(Writing& writing, const uint8_t* rgb, uint32_t width, uint32_t height)
{
    png_structp png = writing.png;
    if (setjmp(png_jmpbuf(png)) != 0) { // NOLINT(cert-err52-cpp): how libpng reports errors
        return false;
    }
    png_set_write_fn(png, &writing, append, nullptr);
    png_set_IHDR(png, writing.info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (!writing.key.empty()) {
        png_text chunk {};
        chunk.compression = PNG_ITXT_COMPRESSION_NONE;
        chunk.key = writing.key.data();
        chunk.text = writing.text.data();
        chunk.itxt_length = writing.text.size();
        png_set_text(png, writing.info, &chunk, 1);
    }
    png_write_info(png, writing.info);
    for (uint32_t y = 0; y < height; ++y) {
        png_write_row(png, rgb + size_t {y} * width * 3);
    }
    png_write_end(png, nullptr);
    return true;
}

} // namespace

std::string encodePng(
    std::span<const uint8_t> rgb, int64_t width, int64_t height, std::string_view key, std::string_view text)
{
    if (width < 1 || height < 1 || width > maxImagePixels / height
        || rgb.size() != static_cast<size_t>(width * height) * 3) {
        throw Error(ErrorKind::InvalidArgument,
            std::to_string(rgb.size()) + " bytes are no RGB picture of " + std::to_string(width) + " × "
                + std::to_string(height) + " pixels");
    }
    Writing writing;
    writing.key = key;
    writing.text = text;
    if (writing.info == nullptr
        || !write(writing, rgb.data(), static_cast<uint32_t>(width), static_cast<uint32_t>(height))) {
        throw Error(ErrorKind::OutOfMemory, "There is no memory to compress the picture in");
    }
    return std::move(writing.file);
}

} // namespace weightless
