// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/text.h"

#include <utf8.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>

namespace weightless {

namespace {

constexpr size_t longestSequence = 4; // bytes of one code point

std::string braced(char32_t codePoint)
{
    std::array<char, 8> digits {};
    const auto result =
        std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<uint32_t>(codePoint), 16);
    return "\\u{" + std::string(digits.data(), result.ptr) + "}";
}

} // namespace

std::string validUtf8(std::string_view text)
{
    std::string valid;
    valid.reserve(text.size());
    utf8::replace_invalid(text.begin(), text.end(), std::back_inserter(valid));
    return valid;
}

size_t countCodePoints(std::string_view validText)
{
    return static_cast<size_t>(utf8::unchecked::distance(validText.begin(), validText.end()));
}

bool isUnprintable(char32_t codePoint)
{
    const auto isIn = [&](char32_t first, char32_t last) { return codePoint >= first && codePoint <= last; };
    const bool isControl = codePoint < 0x20 || isIn(0x7F, 0x9F) || isIn(0x2028, 0x2029);
    const bool isDirection =
        codePoint == 0x061C || isIn(0x200E, 0x200F) || isIn(0x202A, 0x202E) || isIn(0x2066, 0x2069);
    return isControl || isDirection;
}

std::string escaped(std::string_view text, const std::function<std::string(char32_t codePoint)>& escape)
{
    const std::string valid = validUtf8(text);
    std::string out;
    out.reserve(valid.size());
    for (auto position = valid.begin(); position != valid.end();) {
        const auto begin = position;
        const char32_t codePoint = utf8::unchecked::next(position);
        if (isUnprintable(codePoint)) {
            out += escape(codePoint);
        } else {
            out.append(begin, position);
        }
    }
    return out;
}

std::string printable(std::string_view text)
{
    return escaped(text, braced);
}

std::string printableLines(std::string_view text)
{
    return escaped(
        text, [](char32_t codePoint) { return codePoint == U'\n' ? std::string("\n") : braced(codePoint); });
}

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return lower;
}

std::string shortened(std::string_view text, size_t most)
{
    const bool isShort = text.size() <= most
        || (text.size() <= most * longestSequence && countCodePoints(validUtf8(text)) <= most);
    if (isShort) {
        return std::string(text);
    }
    const size_t beginCount = most / 2;
    const size_t endCount = most - beginCount - 1;
    // Pieces with a code point to spare, since a cut may go through one.
    const std::string head = validUtf8(text.substr(0, longestSequence * (beginCount + 1)));
    const size_t tailBytes = std::min(text.size(), longestSequence * (endCount + 1));
    const std::string tail = validUtf8(text.substr(text.size() - tailBytes));
    auto endOfHead = head.begin();
    for (size_t i = 0; i < beginCount && endOfHead != head.end(); ++i) {
        utf8::unchecked::next(endOfHead);
    }
    auto beginOfTail = tail.end();
    for (size_t i = 0; i < endCount && beginOfTail != tail.begin(); ++i) {
        utf8::unchecked::prior(beginOfTail);
    }
    return std::string(head.begin(), endOfHead) + "…" + std::string(beginOfTail, tail.end());
}

std::string quotedName(std::string_view name)
{
    std::string text = printable(shortened(name));
    text.insert(text.begin(), '\'');
    return text += '\'';
}

std::string csvCell(std::string_view text)
{
    std::string cell = printable(text);
    constexpr std::string_view formulaBegins = "=+-@";
    if (!cell.empty() && formulaBegins.find(cell.front()) != std::string_view::npos) {
        cell.insert(cell.begin(), '\'');
    }
    if (cell.find_first_of(",\"") == std::string::npos) {
        return cell;
    }
    std::string inQuotes = "\"";
    for (const char c : cell) {
        inQuotes += c;
        if (c == '"') {
            inQuotes += '"';
        }
    }
    return inQuotes += '"';
}

} // namespace weightless
