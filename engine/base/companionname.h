// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace weightless {

// That file systems take, in units of a path: of UTF-8 on Linux, of UTF-16 on Windows.
inline constexpr size_t longestFileName = 255;
inline constexpr size_t longestCompanionSuffix = 22;

// The name of a file that lies beside `target` while that is written: the target's with the suffix behind it.
// A name that leaves no room for that is cut, between characters, and always in the same place. One that is
// too long itself stays as it is, as nothing can be written there. `longestSuffix`: of any that such names
// get.
[[nodiscard]] std::filesystem::path companionOf(const std::filesystem::path& target,
    std::string_view suffix = {}, size_t longestSuffix = longestCompanionSuffix);

} // namespace weightless
