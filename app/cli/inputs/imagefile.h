// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"

#include <filesystem>

namespace weightless::cli {

// Decodes a JPEG, PNG, BMP, GIF, PSD, TGA, HDR or PNM file. Io when it cannot be read; InvalidArgument when
// it is no such picture, or larger than 16,384 pixels on a side.
[[nodiscard]] DecodedImage readImageFile(const std::filesystem::path& path);

} // namespace weightless::cli
