// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/strings/characters.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace weightless::ops::strings {

// A regular expression as RE2 writes them, matched in time that grows with the text times the expression,
// whatever both are: std::regex backtracks and recurses. Characters are those of UTF-8; which letters (?i)
// takes for the same says otherCase(). Without references, look-around and Unicode's classes, which are
// refused.
class Regex {
public:
    // InvalidArgument, quoting the pattern, where it is none; Unsupported above 10,000 instructions.
    explicit Regex(std::string_view pattern);

    [[nodiscard]] bool matchesWhole(std::string_view text) const;

    // Characters of a text, up to `end`.
    struct Span {
        size_t begin;
        size_t end;
    };
    // The first match that begins at `from` or behind it, and the longest of those that begin there, as RE2
    // finds with its option longest_match. Cancelled.
    [[nodiscard]] std::optional<Span> find(
        const std::vector<char32_t>& text, size_t from, const std::stop_token& stop = {}) const;

private:
    friend class RegexCompiler;

    enum class Kind { Set, Split, Jump, Begin, End, LineBegin, LineEnd, Border, NoBorder, Match };
    struct Instruction {
        Kind kind = Kind::Match;
        size_t first = 0; // of Set: which; of the others: where it goes on
        size_t second = 0; // of Split
    };

    void follow(size_t place, size_t at, const std::vector<char32_t>& text, std::vector<bool>& seen,
        std::vector<size_t>& states) const;

    std::vector<Instruction> m_program;
    std::vector<CharacterSet> m_sets;
};

} // namespace weightless::ops::strings
