// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/strings/regex.h"

#include <algorithm>

namespace weightless::ops::strings {

std::vector<char32_t> charactersOf(std::string_view text)
{
    std::vector<char32_t> characters;
    for (size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const size_t length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        char32_t character = length == 1 ? lead : lead & (0x7fu >> length);
        bool isWhole = i + length <= text.size();
        for (size_t k = 1; isWhole && k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            isWhole = (next & 0xc0) == 0x80;
            character = character << 6 | (next & 0x3f);
        }
        characters.push_back(isWhole ? character : lead);
        i += isWhole ? length : 1;
    }
    return characters;
}

bool isWord(char32_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

char32_t otherCase(char32_t c)
{
    const auto isWithin = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
    const bool isCapital = isWithin('A', 'Z') || (isWithin(0xc0, 0xde) && c != 0xd7)
        || (isWithin(0x391, 0x3a9) && c != 0x3a2) || isWithin(0x410, 0x42f);
    const bool isSmall = isWithin('a', 'z') || (isWithin(0xe0, 0xfe) && c != 0xf7)
        || (isWithin(0x3b1, 0x3c9) && c != 0x3c2) || isWithin(0x430, 0x44f);
    if (isCapital || isSmall) {
        return isCapital ? c + 0x20 : c - 0x20;
    }
    return isWithin(0x400, 0x40f) ? c + 0x50 : isWithin(0x450, 0x45f) ? c - 0x50 : c;
}

bool CharacterSet::contains(char32_t c) const
{
    const auto has = [&](char32_t wanted) {
        return std::ranges::any_of(
            ranges, [&](const auto& range) { return wanted >= range.first && wanted <= range.second; });
    };
    return (has(c) || (ignoresCase && has(otherCase(c)))) != isNegated;
}

// Adds all states that are reached from `place` without a character.
void Regex::follow(size_t place, size_t at, const std::vector<char32_t>& text, std::vector<bool>& seen,
    std::vector<size_t>& states) const
{
    const bool isLineBegin = at == 0 || text[at - 1] == '\n';
    const bool isLineEnd = at == text.size() || text[at] == '\n';
    const bool wordBefore = at > 0 && isWord(text[at - 1]);
    const bool wordAfter = at < text.size() && isWord(text[at]);
    std::vector<size_t> open {place};
    while (!open.empty()) {
        const size_t now = open.back();
        open.pop_back();
        if (seen[now]) {
            continue;
        }
        seen[now] = true;
        const Instruction& instruction = m_program[now];
        switch (instruction.kind) {
        case Kind::Split:
            open.push_back(instruction.second);
            open.push_back(instruction.first);
            break;
        case Kind::Jump:
            open.push_back(instruction.first);
            break;
        case Kind::Set:
        case Kind::Match:
            states.push_back(now);
            break;
        default: {
            const bool holds = instruction.kind == Kind::Begin ? at == 0
                : instruction.kind == Kind::End                ? at == text.size()
                : instruction.kind == Kind::LineBegin          ? isLineBegin
                : instruction.kind == Kind::LineEnd            ? isLineEnd
                : instruction.kind == Kind::Border             ? wordBefore != wordAfter
                                                               : wordBefore == wordAfter;
            if (holds) {
                open.push_back(now + 1);
            }
        }
        }
    }
}

bool Regex::matchesWhole(std::string_view text) const
{
    const std::vector<char32_t> characters = charactersOf(text);
    std::vector<size_t> states;
    std::vector<bool> seen(m_program.size());
    follow(0, 0, characters, seen, states);
    for (size_t at = 0; at < characters.size() && !states.empty(); ++at) {
        std::vector<size_t> next;
        seen.assign(m_program.size(), false);
        for (const size_t state : states) {
            const Instruction& instruction = m_program[state];
            if (instruction.kind == Kind::Set && m_sets[instruction.first].contains(characters[at])) {
                follow(state + 1, at + 1, characters, seen, next);
            }
        }
        states = std::move(next);
    }
    return std::ranges::any_of(states, [&](size_t state) { return m_program[state].kind == Kind::Match; });
}

} // namespace weightless::ops::strings
