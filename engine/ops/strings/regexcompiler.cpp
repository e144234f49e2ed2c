// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/strings/patterntext.h"
#include "engine/ops/strings/regex.h"
#include "engine/ops/strings/regexsets.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace weightless::ops::strings {

namespace {

constexpr size_t mostInstructions = 10'000;
constexpr int deepestNesting = 100;

} // namespace

// Writes the program while it reads the pattern: alternatives of sequences of repeated atoms.
class RegexCompiler {
public:
    RegexCompiler(std::string_view pattern, Regex& regex)
        : m_text(pattern)
        , m_regex(regex)
    {
    }

    void compile()
    {
        alternatives();
        if (!m_text.isAtEnd()) {
            m_text.fail("has a ')' too many");
        }
        emit({Regex::Kind::Match, 0, 0});
    }

private:
    using Kind = Regex::Kind;
    using Set = CharacterSet;

    // What (?flags) says, until the group ends that it stands in.
    struct Flags {
        bool ignoresCase = false; // i
        bool dotTakesLines = false; // s
        bool hasLines = false; // m
    };

    // Instructions, and what leaves none behind.
    void countWork()
    {
        if (++m_work > mostInstructions) {
            throw Error(ErrorKind::Unsupported,
                m_text.quoted() + " takes more than " + std::to_string(mostInstructions) + " instructions");
        }
    }

    size_t emit(Regex::Instruction instruction)
    {
        countWork();
        m_regex.m_program.push_back(instruction);
        return m_regex.m_program.size() - 1;
    }

    void emitSet(Set set)
    {
        set.ignoresCase = m_flags.ignoresCase;
        m_regex.m_sets.push_back(std::move(set));
        emit({Kind::Set, m_regex.m_sets.size() - 1, 0});
    }

    // Makes room for one instruction before `begin`: what goes on behind it moves along.
    void insert(size_t begin, Regex::Instruction instruction)
    {
        emit({});
        auto& program = m_regex.m_program;
        std::rotate(program.begin() + static_cast<ptrdiff_t>(begin), program.end() - 1, program.end());
        for (size_t i = begin + 1; i < program.size(); ++i) {
            if (program[i].kind == Kind::Split || program[i].kind == Kind::Jump) {
                program[i].first += program[i].first >= begin ? 1 : 0;
                program[i].second += program[i].second >= begin ? 1 : 0;
            }
        }
        program[begin] = instruction;
    }

    [[nodiscard]] size_t here() const { return m_regex.m_program.size(); }

    void alternatives()
    {
        if (++m_depth > deepestNesting) {
            m_text.fail("is nested more than " + std::to_string(deepestNesting) + " deep");
        }
        const size_t begin = here();
        sequence();
        if (m_text.takes('|')) {
            insert(begin, {Kind::Split, begin + 1, 0});
            const size_t jump = emit({Kind::Jump, 0, 0});
            m_regex.m_program[begin].second = here();
            alternatives();
            m_regex.m_program[jump].first = here();
        }
        --m_depth;
    }

    void sequence()
    {
        while (!m_text.isAtEnd() && !m_text.isAt('|') && !m_text.isAt(')')) {
            const size_t begin = here();
            const size_t from = m_text.place();
            atom();
            repetitions(begin, from);
        }
    }

    void repetitions(size_t begin, size_t from)
    {
        while (!m_text.isAtEnd()) {
            const size_t atomEnd = m_text.place();
            if (m_text.takes('*')) {
                repeat(begin, 0, std::nullopt, from, atomEnd);
            } else if (m_text.takes('+')) {
                repeat(begin, 1, std::nullopt, from, atomEnd);
            } else if (m_text.takes('?')) {
                repeat(begin, 0, 1, from, atomEnd);
            } else if (!counted(begin, from)) {
                return;
            }
            m_text.takes('?'); // which of several ways is taken first does not matter to a whole match
        }
    }

    std::optional<size_t> number()
    {
        std::optional<size_t> value;
        while (m_text.isAtDigit()) {
            value = value.value_or(0) * 10 + (m_text.next() - '0');
            if (*value > 1000) {
                m_text.fail("repeats more than 1,000 times");
            }
        }
        return value;
    }

    // {n}, {n,} and {n,m}; a brace that is none of these is a character.
    bool counted(size_t begin, size_t from)
    {
        const size_t atomEnd = m_text.place();
        if (!m_text.takes('{')) {
            return false;
        }
        const std::optional<size_t> least = number();
        std::optional<size_t> most = least;
        if (m_text.takes(',')) {
            most = number();
        }
        if (!least || !m_text.takes('}')) {
            m_text.goTo(atomEnd);
            return false;
        }
        if (most && *most < *least) {
            m_text.fail("repeats from more to fewer times");
        }
        repeat(begin, *least, most, from, atomEnd);
        return true;
    }

    // The atom's first program is there already; further ones are compiled anew.
    void repeat(size_t begin, size_t least, std::optional<size_t> most, size_t from, size_t atomEnd)
    {
        const size_t end = m_text.place();
        const auto again = [&] {
            const size_t place = here();
            compileAgain(from, atomEnd);
            m_text.goTo(end);
            return place;
        };
        if (most && *most == 0) {
            m_regex.m_program.resize(begin);
            return;
        }
        size_t last = begin;
        for (size_t i = 1; i < least; ++i) {
            last = again();
        }
        if (!most) {
            if (least > 0) {
                emit({Kind::Split, last, here() + 1});
            } else {
                insert(begin, {Kind::Split, begin + 1, 0});
                emit({Kind::Jump, begin, 0});
                m_regex.m_program[begin].second = here();
            }
            return;
        }
        std::vector<size_t> exits;
        if (least == 0) {
            insert(begin, {Kind::Split, begin + 1, 0});
            exits.push_back(begin);
        }
        for (size_t i = std::max<size_t>(least, 1); i < *most; ++i) {
            exits.push_back(emit({Kind::Split, here() + 1, 0}));
            again();
        }
        for (const size_t exit : exits) {
            m_regex.m_program[exit].second = here();
        }
    }

    // The atom between two places of the pattern, with the repetitions it has there itself.
    void compileAgain(size_t from, size_t atomEnd)
    {
        const size_t begin = here();
        const size_t end = m_text.setEnd(atomEnd);
        m_text.goTo(from);
        atom();
        repetitions(begin, from);
        m_text.setEnd(end);
    }

    void atom()
    {
        countWork();
        const char32_t c = m_text.next();
        switch (c) {
        case '(':
            group();
            break;
        case '[':
            emitSet(bracketSet(m_text, m_flags.ignoresCase));
            break;
        case '.':
            emitSet(m_flags.dotTakesLines ? Set {{{0, lastCharacter}}, false} : Set {{{'\n', '\n'}}, true});
            break;
        case '^':
            emit({m_flags.hasLines ? Kind::LineBegin : Kind::Begin, 0, 0});
            break;
        case '$':
            emit({m_flags.hasLines ? Kind::LineEnd : Kind::End, 0, 0});
            break;
        case '*':
        case '+':
        case '?':
            m_text.fail("repeats nothing");
        case '\\':
            escaped();
            break;
        default:
            emitSet({{{c, c}}, false});
        }
    }

    // Groups capture nothing here, so all kinds are one.
    void group()
    {
        const Flags outside = m_flags;
        if (m_text.takes('?')) {
            const bool isNamed = m_text.takes('P') || m_text.isAt('<');
            if (isNamed && m_text.takes('<')) {
                while (m_text.next() != '>') { }
            } else if (isNamed) {
                m_text.fail("has a kind of group that is not supported");
            } else if (!flags()) {
                return;
            }
        }
        alternatives();
        if (!m_text.takes(')')) {
            m_text.fail("lacks a ')'");
        }
        m_flags = outside;
    }

    // Whether a group follows that they are for, and not what is left of the group around them.
    bool flags()
    {
        bool isOn = true;
        for (size_t count = 0;; ++count) {
            const char32_t c = m_text.next();
            if (c == ':' || (c == ')' && count > 0)) {
                return c == ':';
            }
            switch (c) {
            case 'i':
                m_flags.ignoresCase = isOn;
                break;
            case 's':
                m_flags.dotTakesLines = isOn;
                break;
            case 'm':
                m_flags.hasLines = isOn;
                break;
            case 'U': // which of several ways is taken first does not matter to a whole match
                break;
            default:
                if (c != '-' || !std::exchange(isOn, false)) {
                    m_text.fail("has a kind of group that is not supported");
                }
            }
        }
    }

    void escaped()
    {
        if (m_text.takes('b')) {
            emit({Kind::Border, 0, 0});
        } else if (m_text.takes('B')) {
            emit({Kind::NoBorder, 0, 0});
        } else if (m_text.takes('A')) {
            emit({Kind::Begin, 0, 0});
        } else if (m_text.takes('z')) {
            emit({Kind::End, 0, 0});
        } else {
            emitSet(escapedSet(m_text));
        }
    }

    PatternText m_text;
    Regex& m_regex;
    Flags m_flags;
    size_t m_work = 0;
    int m_depth = 0;
};

Regex::Regex(std::string_view pattern)
{
    RegexCompiler(pattern, *this).compile();
}

} // namespace weightless::ops::strings
