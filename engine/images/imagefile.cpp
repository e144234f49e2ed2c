// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/imagefile.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/images/decoders.h"

#include <algorithm>
#include <array>

namespace weightless {

namespace {

constexpr uint64_t fileLimitBytes = GiB;

std::vector<std::byte> bytesOf(const std::filesystem::path& path)
{
    const auto file = File::open(path);
    if (file->sizeBytes() > fileLimitBytes) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " has " + formatBytes(file->sizeBytes())
                + ", which is no picture this program opens");
    }
    std::vector<std::byte> bytes(file->sizeBytes());
    file->readAt(0, bytes);
    return bytes;
}

Error noPicture(const std::filesystem::path& path)
{
    return {ErrorKind::InvalidArgument,
        displayPath(path)
            + " is no picture this program can decode: it is cut off, damaged, or none of PNG, JPEG, TIFF, "
              "WebP, JPEG 2000, BMP, PBM, PGM and PPM"};
}

} // namespace

DecodedPicture readImageFile(
    const std::filesystem::path& path, int64_t maxPixels, const std::stop_token& stop)
{
    const std::vector<std::byte> bytes = bytesOf(path);
    images::Decoding decoding {.file = bytes, .maxPixels = maxPixels, .isTurned = true, .stop = stop};
    std::optional<DecodedPicture> picture;
    try {
        picture = images::decode(decoding);
    } catch (const Error& error) {
        throw error.kind() == ErrorKind::Cancelled
            ? error
            : Error(error.kind(), displayPath(path) + ": " + error.message());
    }
    if (picture) {
        return std::move(*picture);
    }
    if (decoding.isTooLarge()) {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " has " + std::to_string(decoding.claimedWidth) + " × "
                + std::to_string(decoding.claimedHeight) + " pixels, more than the "
                + std::to_string(maxPixels) + " that are opened for this input; make it smaller first");
    }
    throw noPicture(path);
}

void checkImageFile(const std::filesystem::path& path)
{
    const auto file = File::open(path);
    std::array<std::byte, 16> bytes {}; // longer than what any format begins with
    const auto head = std::span(bytes).first(std::min<size_t>(bytes.size(), file->sizeBytes()));
    file->readAt(0, head);
    if (!images::beginsAsPicture(head)) {
        throw noPicture(path);
    }
}

} // namespace weightless
