// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace weightless {

// Text from files, which may be anything, on its way to people. Nothing here throws but std::bad_alloc.

// The text with every sequence of bytes that is no valid UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string validUtf8(std::string_view text);

// Of valid UTF-8.
[[nodiscard]] size_t countCodePoints(std::string_view validText);

// Control characters, line separators and marks that turn the direction of writing: a terminal obeys them,
// and a name may use them to look like another.
[[nodiscard]] bool isUnprintable(char32_t codePoint);

// Valid UTF-8 in which `escape` stands for each unprintable character.
[[nodiscard]] std::string escaped(
    std::string_view text, const std::function<std::string(char32_t codePoint)>& escape);

// One line, in which unprintable characters stand as "\u{1b}".
[[nodiscard]] std::string printable(std::string_view text);

// The same of several lines: line feeds stay.
[[nodiscard]] std::string printableLines(std::string_view text);

// The text with ASCII's letters in lower case, whatever the locale.
[[nodiscard]] std::string lowerCase(std::string_view text);

// The text with its middle replaced by "…" where it has more than `most` code points. Takes the same time
// however long it is.
inline constexpr size_t longestName = 200;
[[nodiscard]] std::string shortened(std::string_view text, size_t most = longestName);

// A name in a message: in single quotes, printable and shortened.
[[nodiscard]] std::string quotedName(std::string_view name);

// A cell of a CSV file (RFC 4180), printable, in quotes where it needs them. An apostrophe is put in front of
// what a spreadsheet would take for a formula.
[[nodiscard]] std::string csvCell(std::string_view text);

} // namespace weightless
