// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/strings/regexsets.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless::ops::strings {

namespace {

using Ranges = std::vector<std::pair<char32_t, char32_t>>;

// The letters among them as capitals and small ones. What has a name is of ASCII.
Ranges withBothCases(Ranges ranges)
{
    const size_t given = ranges.size();
    const auto addOther = [&](std::pair<char32_t, char32_t> range, char32_t first, char32_t last,
                              char32_t other) {
        const char32_t begin = std::max(range.first, first);
        const char32_t end = std::min(range.second, last);
        if (begin <= end) {
            ranges.emplace_back(begin - first + other, end - first + other);
        }
    };
    for (size_t i = 0; i < given; ++i) {
        addOther(ranges[i], 'a', 'z', 'A');
        addOther(ranges[i], 'A', 'Z', 'a');
    }
    return ranges;
}

void add(CharacterSet& set, const CharacterSet& other, bool ignoresCase)
{
    if (!other.isNegated) {
        set.ranges.insert(set.ranges.end(), other.ranges.begin(), other.ranges.end());
        return;
    }
    Ranges left = ignoresCase ? withBothCases(other.ranges) : other.ranges;
    std::ranges::sort(left);
    char32_t begin = 0;
    for (const auto& range : left) {
        if (range.first > begin) {
            set.ranges.emplace_back(begin, range.first - 1);
        }
        begin = std::max<char32_t>(begin, range.second + 1);
    }
    set.ranges.emplace_back(begin, lastCharacter);
}

// Up to three digits, of which `first` is read: a backreference, which is refused, has but one that is not 0.
char32_t octal(PatternText& text, char32_t first)
{
    const auto isAtOctal = [&] { return text.isAtDigit() && !text.isAt('8') && !text.isAt('9'); };
    if (first != '0' && !isAtOctal()) {
        text.fail("has a backreference, which is not supported");
    }
    char32_t code = first - '0';
    for (size_t digits = 1; digits < 3 && isAtOctal(); ++digits) {
        code = code * 8 + (text.next() - '0');
    }
    return code;
}

std::optional<char32_t> digitOf(char32_t c)
{
    return c >= '0' && c <= '9' ? std::optional(c - '0')
        : c >= 'a' && c <= 'f'  ? std::optional(c - 'a' + 10)
        : c >= 'A' && c <= 'F'  ? std::optional(c - 'A' + 10)
                                : std::nullopt;
}

// Two digits, or as many as stand between braces.
char32_t hexadecimal(PatternText& text)
{
    const bool hasBraces = text.takes('{');
    char32_t code = 0;
    size_t digits = 0;
    while (hasBraces ? !text.takes('}') : digits < 2) {
        const std::optional<char32_t> digit = digitOf(text.next());
        if (!digit || (code = code * 16 + *digit) > lastCharacter) {
            text.fail("has an escape with '\\x' that is no character's number");
        }
        ++digits;
    }
    if (digits == 0) {
        text.fail("has an escape with '\\x' that is no character's number");
    }
    return code;
}

// POSIX's classes, of ASCII as in RE2.
const Ranges* rangesNamed(std::string_view name)
{
    static const std::array<std::pair<std::string_view, Ranges>, 14> classes {{
        {"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
        {"alpha", {{'A', 'Z'}, {'a', 'z'}}},
        {"ascii", {{0, 0x7f}}},
        {"blank", {{'\t', '\t'}, {' ', ' '}}},
        {"cntrl", {{0, 0x1f}, {0x7f, 0x7f}}},
        {"digit", {{'0', '9'}}},
        {"graph", {{'!', '~'}}},
        {"lower", {{'a', 'z'}}},
        {"print", {{' ', '~'}}},
        {"punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
        {"space", {{'\t', '\r'}, {' ', ' '}}},
        {"upper", {{'A', 'Z'}}},
        {"word", {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}},
        {"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
    }};
    const auto found = std::ranges::find(classes, name, &std::pair<std::string_view, Ranges>::first);
    return found != classes.end() ? &found->second : nullptr;
}

// [:name:] or [:^name:] behind its '['. Without its end the '[' is a character.
std::optional<CharacterSet> namedSet(PatternText& text)
{
    const size_t begin = text.place();
    text.takes(':');
    const bool isNegated = text.takes('^');
    std::string name;
    while (!text.isAtEnd() && !text.isAt(':')) {
        const char32_t c = text.next();
        name += c < 0x80 ? static_cast<char>(c) : '?';
    }
    if (!text.takes(':') || !text.takes(']')) {
        text.goTo(begin);
        return std::nullopt;
    }
    const Ranges* ranges = rangesNamed(name);
    if (ranges == nullptr) {
        text.fail("has a class '" + name + "', which is not known");
    }
    return CharacterSet {*ranges, isNegated};
}

} // namespace

CharacterSet escapedSet(PatternText& text)
{
    const char32_t c = text.next();
    switch (c) {
    case 'd':
    case 'D':
        return {{{'0', '9'}}, c == 'D'};
    case 'w':
    case 'W':
        return {{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}, c == 'W'};
    case 's':
    case 'S':
        return {{{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}}, c == 'S'};
    case 'n':
        return {{{'\n', '\n'}}, false};
    case 't':
        return {{{'\t', '\t'}}, false};
    case 'r':
        return {{{'\r', '\r'}}, false};
    case 'f':
        return {{{'\f', '\f'}}, false};
    case 'a':
        return {{{'\a', '\a'}}, false};
    case 'x': {
        const char32_t code = hexadecimal(text);
        return {{{code, code}}, false};
    }
    case 'v':
        return {{{'\v', '\v'}}, false};
    default:
        if (c >= '0' && c <= '7') {
            const char32_t code = octal(text, c);
            return {{{code, code}}, false};
        }
        if (isWord(c)) {
            text.fail("has an escape that is not supported");
        }
        return {{{c, c}}, false};
    }
}

CharacterSet bracketSet(PatternText& text, bool ignoresCase)
{
    CharacterSet set;
    set.isNegated = text.takes('^');
    for (bool isFirst = true; isFirst || !text.isAt(']'); isFirst = false) {
        const bool isEscape = text.isAt('\\');
        const char32_t c = text.next();
        if (c == '[' && text.isAt(':')) {
            if (const auto named = namedSet(text)) {
                add(set, *named, ignoresCase);
                continue;
            }
        }
        const CharacterSet one = isEscape ? escapedSet(text) : CharacterSet {{{c, c}}, false};
        const bool isSingle =
            one.ranges.size() == 1 && one.ranges[0].first == one.ranges[0].second && !one.isNegated;
        const bool isRange = isSingle && text.isAt('-') && text.hasAfter(1) && !text.isAt(']', 1);
        if (!isRange) {
            add(set, one, ignoresCase);
            continue;
        }
        text.next();
        const bool isEscapedEnd = text.takes('\\');
        const char32_t end = isEscapedEnd ? U'\0' : text.next();
        const CharacterSet last = isEscapedEnd ? escapedSet(text) : CharacterSet {{{end, end}}, false};
        if (last.isNegated || last.ranges.size() != 1 || last.ranges[0].first < one.ranges[0].first) {
            text.fail("has a range from more to less");
        }
        set.ranges.emplace_back(one.ranges[0].first, last.ranges[0].second);
    }
    text.next();
    return set;
}

} // namespace weightless::ops::strings
