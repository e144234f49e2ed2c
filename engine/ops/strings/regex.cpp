// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/strings/regex.h"

#include "engine/base/error.h"

#include <algorithm>

namespace weightless::ops::strings {

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

std::optional<Regex::Span> Regex::find(
    const std::vector<char32_t>& text, size_t from, const std::stop_token& stop) const
{
    // States, and where the match began that would be theirs: the earliest first.
    struct Walk {
        std::vector<size_t> states = {};
        std::vector<size_t> begins = {};
        std::vector<bool> seen;
    };
    std::optional<Span> found;
    Walk now {.seen = std::vector<bool>(m_program.size())};
    for (size_t at = from; at <= text.size() && !(found && now.states.empty()); ++at) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "The run was cancelled");
        }
        if (!found) {
            follow(0, at, text, now.seen, now.states);
            now.begins.resize(now.states.size(), at);
        }
        Walk next {.seen = std::vector<bool>(m_program.size())};
        for (size_t i = 0; i < now.states.size(); ++i) {
            const Instruction& instruction = m_program[now.states[i]];
            if (found && now.begins[i] > found->begin) {
                break;
            }
            if (instruction.kind == Kind::Match) {
                found = Span {now.begins[i], at};
            } else if (at < text.size() && m_sets[instruction.first].contains(text[at])) {
                follow(now.states[i] + 1, at + 1, text, next.seen, next.states);
                next.begins.resize(next.states.size(), now.begins[i]);
            }
        }
        now = std::move(next);
    }
    return found;
}

} // namespace weightless::ops::strings
