// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace weightless {

inline constexpr size_t longestCompanionSuffix = 22;

// The name of a file that lies beside `target` while that is written: the target's with the suffix behind it.
// A name that leaves no room for that is cut, between characters, and always in the same place. One that is
// too long itself stays as it is, as nothing can be written there.
[[nodiscard]] std::filesystem::path companionOf(
    const std::filesystem::path& target, std::string_view suffix = {});

} // namespace weightless
