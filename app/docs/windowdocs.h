// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments/arguments.h"

#include <filesystem>
#include <string>
#include <vector>

namespace weightless::docs {

// What the window's --help is made of.
struct WindowOptions {
    std::string description;
    std::vector<cli::OptionSpec> options;
};

[[nodiscard]] WindowOptions windowOptions(int argc, char** argv);

// The picture as 16.png … 512.png, the sizes of the hicolor theme. Io.
void drawIcons(const std::filesystem::path& svg, const std::filesystem::path& folder);

} // namespace weightless::docs
