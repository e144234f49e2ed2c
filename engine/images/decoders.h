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

[[nodiscard]] std::optional<DecodedPicture> decodeBmp(File file);
// Unsupported: more than maxJpegScans passes. Cancelled.
[[nodiscard]] std::optional<DecodedPicture> decodeJpeg(File file, const std::stop_token& stop);
[[nodiscard]] std::optional<DecodedPicture> decodeJpeg2000(File file);
[[nodiscard]] std::optional<DecodedPicture> decodePng(File file);
[[nodiscard]] std::optional<DecodedPicture> decodePnm(File file);
[[nodiscard]] std::optional<DecodedPicture> decodeTiff(File file);
[[nodiscard]] std::optional<DecodedPicture> decodeWebp(File file);

} // namespace weightless::images
