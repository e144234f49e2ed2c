// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/images/image.h"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>

namespace weightless {

// A picture in a file's bytes: PNG, JPEG, TIFF, WebP, JPEG 2000, BMP, or binary and plain PBM, PGM and PPM.
// Grey becomes RGB, 16 bits become their upper 8, inks become light. Nothing where the bytes are no such
// picture, are damaged, or claim more than maxImagePixels. Unsupported for a format whose library this build
// does not have, for JPEG files that go over their picture more than maxJpegScans times, for JPEG 2000
// files of more than four components, for BMP files that are compressed and for WebP files that move.
// Cancelled, seen between the passes of a JPEG file. Any thread.
[[nodiscard]] std::optional<DecodedPicture> decodeImage(
    std::span<const std::byte> file, const std::stop_token& stop = {});

} // namespace weightless
