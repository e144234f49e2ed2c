// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

namespace appimage {

// Mounts the image at `offsetBytes` of `file` in a new folder and returns it; nullopt where FUSE is not to be
// had. A process of its own serves it as long as this process, or one that it starts, lives: they hold one
// end of a pipe, across exec() too. Afterwards it unmounts the image and removes the folder.
[[nodiscard]] std::optional<std::filesystem::path> mountImage(
    const std::filesystem::path& file, size_t offsetBytes);

} // namespace appimage
