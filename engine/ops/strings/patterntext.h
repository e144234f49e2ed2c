// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/ops/strings/characters.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless::ops::strings {

// A pattern, and the place in it up to which it is read.
class PatternText {
public:
    // `pattern` outlives it.
    explicit PatternText(std::string_view pattern)
        : m_pattern(pattern)
        , m_text(charactersOf(pattern))
        , m_end(m_text.size())
    {
    }

    // InvalidArgument, quoting the pattern.
    [[noreturn]] void fail(const std::string& what) const
    {
        throw Error(ErrorKind::InvalidArgument, quoted() + " " + what);
    }
    [[nodiscard]] std::string quoted() const
    {
        return "the pattern '" + std::string(m_pattern.substr(0, 200)) + "'";
    }

    [[nodiscard]] size_t place() const { return m_at; }
    void goTo(size_t place) { m_at = place; }
    // Where it ends from now on; where it ended before.
    size_t setEnd(size_t end) { return std::exchange(m_end, end); }

    [[nodiscard]] bool isAtEnd() const { return m_at >= m_end; }
    [[nodiscard]] bool hasAfter(size_t further) const { return m_at + further < m_end; }
    [[nodiscard]] bool isAt(char32_t c, size_t further = 0) const
    {
        return m_at + further < m_end && m_text[m_at + further] == c;
    }
    [[nodiscard]] bool isAtDigit() const { return !isAtEnd() && m_text[m_at] >= '0' && m_text[m_at] <= '9'; }
    bool takes(char32_t c)
    {
        const bool is = isAt(c);
        m_at += is ? 1 : 0;
        return is;
    }
    char32_t next()
    {
        if (isAtEnd()) {
            fail("ends too early");
        }
        return m_text[m_at++];
    }

private:
    std::string_view m_pattern;
    std::vector<char32_t> m_text;
    size_t m_end; // of what is read
    size_t m_at = 0;
};

} // namespace weightless::ops::strings
