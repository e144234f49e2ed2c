// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace weightless::ops::strings {

// Of UTF-8. Bytes that are none stand for themselves.
[[nodiscard]] std::vector<char32_t> charactersOf(std::string_view text);
[[nodiscard]] bool isWord(char32_t c); // letters and digits of ASCII, and the underscore

} // namespace weightless::ops::strings
