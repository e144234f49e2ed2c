// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include <stdlib.h>

namespace appimage {

// A new folder that only this user may enter, in TMPDIR or /tmp. Throws std::runtime_error.
[[nodiscard]] inline std::filesystem::path makeTemporaryFolder(const std::string& prefix)
{
    std::string name = (std::filesystem::temp_directory_path() / (prefix + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error(
            "cannot make a folder in " + std::filesystem::temp_directory_path().string());
    }
    return name;
}

} // namespace appimage
