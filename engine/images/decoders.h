// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/images/image.h"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>

// One function per format, in a file of its own. Files are hostile: nothing, where something does not fit.
namespace weightless::images {

using File = std::span<const std::byte>;

// A file on its way to a picture.
struct Decoding {
    File file;
    int64_t maxPixels = maxImagePixels;
    bool isTurned = false; // as the file says that the camera was held
    std::stop_token stop = {};
    // What the file says of itself, as soon as it is known; 0 before.
    int64_t claimedWidth = 0;
    int64_t claimedHeight = 0;

    // Whether a picture of the size that the file claims is made: not below 1, nor above the limit.
    bool isPossible(int64_t width, int64_t height);
    // Black and transparent; nothing where that is not possible.
    [[nodiscard]] std::optional<DecodedPicture> blank(int64_t width, int64_t height);
    // Whether the file claims more than the limit.
    [[nodiscard]] bool isTooLarge() const;
};

// Unsupported: pictures that are compressed.
[[nodiscard]] std::optional<DecodedPicture> decodeBmp(Decoding& decoding);
// Unsupported: more than maxJpegScans passes. Cancelled.
[[nodiscard]] std::optional<DecodedPicture> decodeJpeg(Decoding& decoding);
// Unsupported: more than four components.
[[nodiscard]] std::optional<DecodedPicture> decodeJpeg2000(Decoding& decoding);
[[nodiscard]] std::optional<DecodedPicture> decodePng(Decoding& decoding);
[[nodiscard]] std::optional<DecodedPicture> decodePnm(Decoding& decoding);
[[nodiscard]] std::optional<DecodedPicture> decodeTiff(Decoding& decoding);
// Unsupported: pictures that move.
[[nodiscard]] std::optional<DecodedPicture> decodeWebp(Decoding& decoding);

// Whether it begins as one of the formats, which a build without its library knows as well.
[[nodiscard]] bool beginsAsPicture(File file);

// By what the file begins with; nothing for no picture at all. As decodeImage() otherwise.
[[nodiscard]] std::optional<DecodedPicture> decode(Decoding& decoding);

} // namespace weightless::images
