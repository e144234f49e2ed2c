// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/strings/regex.h"

#include "engine/ops/strings/characters.h"

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

bool Regex::CharacterSet::contains(char32_t c) const
{
    const bool is =
        std::ranges::any_of(ranges, [&](const auto& range) { return c >= range.first && c <= range.second; });
    return is != isNegated;
}

// Adds all states that are reached from `place` without a character.
void Regex::follow(size_t place, size_t at, const std::vector<char32_t>& text, std::vector<bool>& seen,
    std::vector<size_t>& states) const
{
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
