// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/pipeline/generation.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace weightless::cli {

// Writes a picture as a PNG file, with `parameters` (UTF-8) in a text chunk of that name. Takes the file's
// name only when all of it is on the disk. Io, OutOfMemory.
void writePng(
    const std::filesystem::path& path, const diffusion::RgbPicture& picture, std::string_view parameters);

} // namespace weightless::cli
