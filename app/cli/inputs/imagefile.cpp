// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs/imagefile.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/images/jpegscans.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 16384
// Decoders of formats without compression leave pixels as they found them where a file is cut off.
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(memory, size) std::realloc(memory, size)
#define STBI_FREE(memory) std::free(memory)
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace weightless::cli {

namespace {

constexpr uint64_t fileLimitBytes = GiB;

struct PixelDeleter {
    void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

// Bytes of a binary PNM file's header (https://netpbm.sourceforge.net/doc/ppm.html): the magic number, three
// numbers and one space, with spaces and comments in between.
size_t pnmHeaderBytes(std::string_view file)
{
    const auto isSpace = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    size_t position = 2;
    for (int number = 0; number < 3; ++number) {
        while (position < file.size() && !isDigit(file[position])) {
            const bool isComment = file[position] == '#';
            position = isComment ? file.find('\n', position) : position + 1;
        }
        while (position < file.size() && isDigit(file[position])) {
            ++position;
        }
    }
    return position < file.size() && isSpace(file[position]) ? position + 1 : file.size();
}

struct ImageSize {
    uint64_t width = 0;
    uint64_t height = 0;
    uint64_t channels = 0;
};

// stb_image notices in the other formats when pixels are missing.
bool isCutOffPnm(std::string_view file, const ImageSize& size)
{
    if (!file.starts_with("P5") && !file.starts_with("P6")) {
        return false;
    }
    const bool isWide = stbi_is_16_bit_from_memory(
                            reinterpret_cast<const stbi_uc*>(file.data()), static_cast<int>(file.size()))
        != 0;
    return file.size() - pnmHeaderBytes(file) < size.width * size.height * size.channels * (isWide ? 2 : 1);
}

// What the file's header claims. Zero when it is no picture.
ImageSize sizeOf(std::span<const std::byte> bytes)
{
    int width = 0;
    int height = 0;
    int channels = 0;
    const bool isPicture = stbi_info_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                               static_cast<int>(bytes.size()), &width, &height, &channels)
        != 0;
    if (!isPicture || width < 0 || height < 0 || channels < 0) {
        return {};
    }
    return {static_cast<uint64_t>(width), static_cast<uint64_t>(height), static_cast<uint64_t>(channels)};
}

void checkSize(const std::filesystem::path& path, std::span<const std::byte> bytes, uint64_t pixelLimit)
{
    const ImageSize size = sizeOf(bytes);
    const std::string text = std::to_string(size.width) + " × " + std::to_string(size.height) + " pixels";
    if (size.width * size.height > pixelLimit) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " has " + text + ", more than the " + std::to_string(pixelLimit)
                + " that are opened for this input; make it smaller first");
    }
    if (jpegScanCount(bytes) > maxJpegScans) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " goes over its " + text + " more than " + std::to_string(maxJpegScans)
                + " times, which no encoder of JPEG files does; save it anew");
    }
    if (isCutOffPnm({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, size)) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " is cut off: it has " + std::to_string(bytes.size()) + " bytes, too few for "
                + text);
    }
}

// From grey, grey and alpha, RGB or RGBA. stb_image, asked to do this, reads beyond its memory in PNM files
// of 16 bits.
std::vector<uint8_t> toRgba(std::span<const stbi_uc> pixels, size_t channels)
{
    const size_t colours = channels < 3 ? 1 : 3;
    std::vector<uint8_t> rgba;
    rgba.reserve(pixels.size() / channels * 4);
    for (size_t at = 0; at + channels <= pixels.size(); at += channels) {
        for (size_t colour = 0; colour < 3; ++colour) {
            rgba.push_back(pixels[at + std::min(colour, colours - 1)]);
        }
        rgba.push_back(channels > colours ? pixels[at + colours] : std::numeric_limits<uint8_t>::max());
    }
    return rgba;
}

} // namespace

DecodedImage readImageFile(const std::filesystem::path& path, uint64_t pixelLimit)
{
    const auto file = File::open(path);
    if (file->sizeBytes() > fileLimitBytes) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " has " + formatBytes(file->sizeBytes())
                + ", which is no picture this program opens");
    }
    std::vector<std::byte> bytes(file->sizeBytes());
    file->readAt(0, bytes);
    checkSize(path, bytes, pixelLimit);

    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, PixelDeleter> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()),
            &width, &height, &channels, 0));
    if (!pixels) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " is no picture this program can decode (" + stbi_failure_reason()
                + "); it takes JPEG, PNG, BMP, GIF, PSD, TGA, HDR and PNM");
    }
    const size_t count = static_cast<size_t>(width) * static_cast<size_t>(height);
    const auto perPixel = static_cast<size_t>(channels);
    return {toRgba({pixels.get(), count * perPixel}, perPixel), width, height};
}

} // namespace weightless::cli
