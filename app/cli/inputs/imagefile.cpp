// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs/imagefile.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"

#include <memory>

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
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace weightless::cli {

namespace {

constexpr uint64_t fileLimitBytes = GiB;

struct PixelDeleter {
    void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

} // namespace

DecodedImage readImageFile(const std::filesystem::path& path)
{
    const auto file = File::open(path);
    if (file->sizeBytes() > fileLimitBytes) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " has " + formatBytes(file->sizeBytes())
                + ", which is no picture this program opens");
    }
    std::vector<std::byte> bytes(file->sizeBytes());
    file->readAt(0, bytes);

    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, PixelDeleter> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()),
            &width, &height, &channels, STBI_rgb_alpha));
    if (!pixels) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " is no picture this program can decode (" + stbi_failure_reason()
                + "); it takes JPEG, PNG, BMP, GIF, PSD, TGA, HDR and PNM");
    }
    const size_t size = static_cast<size_t>(width) * static_cast<size_t>(height) * 4;
    return {{pixels.get(), pixels.get() + size}, width, height};
}

} // namespace weightless::cli
