// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/json.h"

#include "engine/base/error.h"

#include <algorithm>
#include <charconv>

namespace weightless::cli {

namespace {

constexpr size_t depthLimit = 100;

// A recursive-descent parser of RFC 8259's grammar.
class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    Json parseDocument()
    {
        Json value = parseValue(0);
        skipSpace();
        if (m_position != m_text.size()) {
            fail("more text after the value");
        }
        return value;
    }

private:
    [[noreturn]] void fail(const std::string& what) const
    {
        throw Error(
            ErrorKind::InvalidArgument, "No valid JSON at byte " + std::to_string(m_position) + ": " + what);
    }

    [[nodiscard]] char peek() const { return m_position < m_text.size() ? m_text[m_position] : '\0'; }

    bool take(char expected)
    {
        if (peek() != expected || m_position >= m_text.size()) {
            return false;
        }
        ++m_position;
        return true;
    }

    void skipSpace()
    {
        m_position = std::min(m_text.find_first_not_of(" \t\r\n", m_position), m_text.size());
    }

    bool takeWord(std::string_view word)
    {
        if (!m_text.substr(m_position).starts_with(word)) {
            return false;
        }
        m_position += word.size();
        return true;
    }

    Json parseValue(size_t depth)
    {
        if (depth > depthLimit) {
            fail("nested too deeply");
        }
        skipSpace();
        if (take('{')) {
            return parseObject(depth + 1);
        }
        if (take('[')) {
            return parseArray(depth + 1);
        }
        if (take('"')) {
            return parseString();
        }
        if (takeWord("true")) {
            return true;
        }
        if (takeWord("false")) {
            return false;
        }
        if (takeWord("null")) {
            return {};
        }
        return parseNumber();
    }

    Json parseObject(size_t depth)
    {
        Json object = Json::object();
        skipSpace();
        if (take('}')) {
            return object;
        }
        do {
            skipSpace();
            if (!take('"')) {
                fail("a member's name is missing");
            }
            std::string name = parseString();
            skipSpace();
            if (!take(':')) {
                fail("a ':' is missing");
            }
            object.set(std::move(name), parseValue(depth));
            skipSpace();
        } while (take(','));
        if (!take('}')) {
            fail("a '}' is missing");
        }
        return object;
    }

    Json parseArray(size_t depth)
    {
        Json::Array array;
        skipSpace();
        if (take(']')) {
            return array;
        }
        do {
            array.push_back(parseValue(depth));
            skipSpace();
        } while (take(','));
        if (!take(']')) {
            fail("a ']' is missing");
        }
        return array;
    }

    std::string parseString()
    {
        std::string text;
        while (!take('"')) {
            if (m_position >= m_text.size() || static_cast<unsigned char>(peek()) < 0x20) {
                fail("a string does not end");
            }
            if (take('\\')) {
                appendEscaped(text);
            } else {
                text += m_text[m_position++];
            }
        }
        return text;
    }

    void appendEscaped(std::string& text)
    {
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        if (take('u')) {
            appendUtf8(text, parseCodePoint());
            return;
        }
        const size_t index = m_position < m_text.size() ? letters.find(peek()) : std::string_view::npos;
        if (index == std::string_view::npos) {
            fail("an unknown escape");
        }
        text += meanings[index];
        ++m_position;
    }

    uint32_t parseHex()
    {
        uint32_t value = 0;
        const std::string_view digits = m_text.substr(m_position, 4);
        const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() < 4 || result.ptr != digits.data() + digits.size()) {
            fail("\\u needs four hexadecimal digits");
        }
        m_position += 4;
        return value;
    }

    uint32_t parseCodePoint()
    {
        const uint32_t first = parseHex();
        if (first < 0xD800 || first > 0xDFFF) {
            return first;
        }
        if (first > 0xDBFF || !takeWord("\\u")) {
            fail("half of a surrogate pair");
        }
        const uint32_t second = parseHex();
        if (second < 0xDC00 || second > 0xDFFF) {
            fail("half of a surrogate pair");
        }
        return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    }

    static void appendUtf8(std::string& text, uint32_t codePoint)
    {
        const auto append = [&](uint32_t byte) { text += static_cast<char>(byte); };
        if (codePoint < 0x80) {
            append(codePoint);
        } else if (codePoint < 0x800) {
            append(0xC0 | (codePoint >> 6));
            append(0x80 | (codePoint & 0x3F));
        } else if (codePoint < 0x10000) {
            append(0xE0 | (codePoint >> 12));
            append(0x80 | ((codePoint >> 6) & 0x3F));
            append(0x80 | (codePoint & 0x3F));
        } else {
            append(0xF0 | (codePoint >> 18));
            append(0x80 | ((codePoint >> 12) & 0x3F));
            append(0x80 | ((codePoint >> 6) & 0x3F));
            append(0x80 | (codePoint & 0x3F));
        }
    }

    size_t takeDigits()
    {
        const size_t begin = m_position;
        while (peek() >= '0' && peek() <= '9') {
            ++m_position;
        }
        return m_position - begin;
    }

    Json parseNumber()
    {
        const size_t begin = m_position;
        take('-');
        const bool hasLeadingZero = peek() == '0';
        const size_t wholeDigits = takeDigits();
        if (wholeDigits == 0 || (hasLeadingZero && wholeDigits > 1)) {
            fail("a value is missing");
        }
        bool isWhole = true;
        if (take('.')) {
            isWhole = false;
            if (takeDigits() == 0) {
                fail("digits are missing after '.'");
            }
        }
        if (take('e') || take('E')) {
            isWhole = false;
            if (!take('+')) {
                take('-');
            }
            if (takeDigits() == 0) {
                fail("digits are missing in an exponent");
            }
        }
        return numberFrom(m_text.substr(begin, m_position - begin), isWhole);
    }

    [[nodiscard]] Json numberFrom(std::string_view digits, bool isWhole) const
    {
        const char* end = digits.data() + digits.size();
        int64_t signedValue = 0;
        if (isWhole && std::from_chars(digits.data(), end, signedValue).ec == std::errc()) {
            return signedValue;
        }
        uint64_t unsignedValue = 0;
        if (isWhole && digits.front() != '-'
            && std::from_chars(digits.data(), end, unsignedValue).ec == std::errc()) {
            return unsignedValue;
        }
        double real = 0;
        if (std::from_chars(digits.data(), end, real).ec != std::errc()) {
            fail("the number " + std::string(digits) + " is out of range");
        }
        return real;
    }

    std::string_view m_text;
    size_t m_position = 0;
};

} // namespace

Json Json::parse(std::string_view text)
{
    return Parser(text).parseDocument();
}

} // namespace weightless::cli
