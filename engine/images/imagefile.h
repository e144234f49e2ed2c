// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/images/image.h"

#include <filesystem>
#include <stop_token>

namespace weightless {

// The picture in a file, of decodeImage()'s formats, upright where it says how the camera was held (EXIF's
// orientation in JPEG, PNG, TIFF and WebP files): whoever opens one sees, and feeds to a model, the same. Io
// when it cannot be read; InvalidArgument when it is no picture, is damaged, or claims more than `maxPixels`,
// which is asked before memory is taken for them; Unsupported and Cancelled as there. Messages name the file.
// Any thread.
[[nodiscard]] DecodedPicture readImageFile(
    const std::filesystem::path& path, int64_t maxPixels = maxImagePixels, const std::stop_token& stop = {});

// InvalidArgument, in the same words, where already the first bytes are no picture's; Io. Any thread.
void checkImageFile(const std::filesystem::path& path);

} // namespace weightless
