// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless::ops::strings {

// Of UTF-8. Bytes that are none stand for themselves.
[[nodiscard]] std::vector<char32_t> charactersOf(std::string_view text);
// Where each of them begins in the text, in bytes, and where the last one ends.
[[nodiscard]] std::vector<size_t> placesOf(std::string_view text);
[[nodiscard]] bool isWord(char32_t c); // letters and digits of ASCII, and the underscore
// Of the letters of ASCII, Latin-1 and Latin Extended-A, Greek, Cyrillic and Armenian whose other case is one
// character; others stay as they are. Those of less than three bytes of UTF-8 stay such.
[[nodiscard]] char32_t lowerOf(char32_t c);
[[nodiscard]] char32_t upperOf(char32_t c);
// The small letter of a capital one and the other way round.
[[nodiscard]] char32_t otherCase(char32_t c);

inline constexpr char32_t lastCharacter = 0x10ffff;

// Ranges of characters, first and last.
struct CharacterSet {
    std::vector<std::pair<char32_t, char32_t>> ranges;
    bool isNegated = false;
    bool ignoresCase = false;

    [[nodiscard]] bool contains(char32_t c) const;
};

} // namespace weightless::ops::strings
