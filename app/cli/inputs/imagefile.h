// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"

#include <filesystem>

namespace weightless::cli {

// Decodes a JPEG, PNG, BMP, GIF, PSD, TGA, HDR or PNM file. Io when it cannot be read; InvalidArgument when
// it is no such picture, is cut off, or has more than `pixelLimit` pixels or 16,384 on a side, which is known
// before memory is taken for them. An ImageDecoder.
[[nodiscard]] DecodedImage readImageFile(const std::filesystem::path& path, uint64_t pixelLimit);

} // namespace weightless::cli
