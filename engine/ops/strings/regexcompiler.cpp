// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/strings/characters.h"
#include "engine/ops/strings/regex.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace weightless::ops::strings {

namespace {

constexpr size_t mostInstructions = 10'000;
constexpr int deepestNesting = 100;
constexpr char32_t lastCharacter = 0x10ffff;

} // namespace

// Writes the program while it reads the pattern: alternatives of sequences of repeated atoms.
class RegexCompiler {
public:
    RegexCompiler(std::string_view pattern, Regex& regex)
        : m_pattern(pattern)
        , m_text(charactersOf(pattern))
        , m_end(m_text.size())
        , m_regex(regex)
    {
    }

    void compile()
    {
        alternatives();
        if (m_at < m_end) {
            fail("has a ')' too many");
        }
        emit({Regex::Kind::Match, 0, 0});
    }

private:
    using Kind = Regex::Kind;
    using Set = Regex::CharacterSet;

    [[noreturn]] void fail(const std::string& what) const
    {
        throw Error(ErrorKind::InvalidArgument,
            "the pattern '" + std::string(m_pattern.substr(0, 200)) + "' " + what);
    }

    [[nodiscard]] bool isAt(char32_t c) const { return m_at < m_end && m_text[m_at] == c; }

    bool takes(char32_t c)
    {
        const bool is = isAt(c);
        m_at += is ? 1 : 0;
        return is;
    }

    char32_t next()
    {
        if (m_at >= m_end) {
            fail("ends too early");
        }
        return m_text[m_at++];
    }

    // Instructions, and what leaves none behind.
    void countWork()
    {
        if (++m_work > mostInstructions) {
            throw Error(ErrorKind::Unsupported,
                "the pattern '" + std::string(m_pattern.substr(0, 200)) + "' takes more than "
                    + std::to_string(mostInstructions) + " instructions");
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
            fail("is nested more than " + std::to_string(deepestNesting) + " deep");
        }
        const size_t begin = here();
        sequence();
        if (takes('|')) {
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
        while (m_at < m_end && !isAt('|') && !isAt(')')) {
            const size_t begin = here();
            const size_t from = m_at;
            atom();
            repetitions(begin, from);
        }
    }

    void repetitions(size_t begin, size_t from)
    {
        while (m_at < m_end) {
            const size_t atomEnd = m_at;
            if (takes('*')) {
                repeat(begin, 0, std::nullopt, from, atomEnd);
            } else if (takes('+')) {
                repeat(begin, 1, std::nullopt, from, atomEnd);
            } else if (takes('?')) {
                repeat(begin, 0, 1, from, atomEnd);
            } else if (!counted(begin, from)) {
                return;
            }
            takes('?'); // which of several ways is taken first does not matter to a whole match
        }
    }

    std::optional<size_t> number()
    {
        std::optional<size_t> value;
        while (m_at < m_end && m_text[m_at] >= '0' && m_text[m_at] <= '9') {
            value = value.value_or(0) * 10 + (m_text[m_at++] - '0');
            if (*value > 1000) {
                fail("repeats more than 1,000 times");
            }
        }
        return value;
    }

    // {n}, {n,} and {n,m}; a brace that is none of these is a character.
    bool counted(size_t begin, size_t from)
    {
        const size_t atomEnd = m_at;
        if (!takes('{')) {
            return false;
        }
        const std::optional<size_t> least = number();
        std::optional<size_t> most = least;
        if (takes(',')) {
            most = number();
        }
        if (!least || !takes('}')) {
            m_at = atomEnd;
            return false;
        }
        if (most && *most < *least) {
            fail("repeats from more to fewer times");
        }
        repeat(begin, *least, most, from, atomEnd);
        return true;
    }

    // The atom's first program is there already; further ones are compiled anew.
    void repeat(size_t begin, size_t least, std::optional<size_t> most, size_t from, size_t atomEnd)
    {
        const size_t end = m_at;
        const auto again = [&] {
            const size_t place = here();
            m_at = from;
            compileAgain(from, atomEnd);
            m_at = end;
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
        const size_t end = std::exchange(m_end, atomEnd);
        m_at = from;
        atom();
        repetitions(begin, from);
        m_end = end;
    }

    void atom()
    {
        countWork();
        const char32_t c = next();
        switch (c) {
        case '(':
            group();
            break;
        case '[':
            emitSet(bracket());
            break;
        case '.':
            emitSet({{{'\n', '\n'}}, true});
            break;
        case '^':
            emit({Kind::Begin, 0, 0});
            break;
        case '$':
            emit({Kind::End, 0, 0});
            break;
        case '*':
        case '+':
        case '?':
            fail("repeats nothing");
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
        if (takes('?')) {
            const bool isNamed = takes('P') || isAt('<');
            if (isNamed && takes('<')) {
                while (next() != '>') { }
            } else if (!takes(':')) {
                fail("has a kind of group that is not supported");
            }
        }
        alternatives();
        if (!takes(')')) {
            fail("lacks a ')'");
        }
    }

    void escaped()
    {
        if (takes('b')) {
            emit({Kind::Border, 0, 0});
        } else if (takes('B')) {
            emit({Kind::NoBorder, 0, 0});
        } else if (takes('A')) {
            emit({Kind::Begin, 0, 0});
        } else if (takes('z')) {
            emit({Kind::End, 0, 0});
        } else {
            emitSet(escapedSet());
        }
    }

    // What follows a backslash, also between brackets.
    Set escapedSet()
    {
        const char32_t c = next();
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
        case 'v':
            return {{{'\v', '\v'}}, false};
        default:
            if (isWord(c)) {
                fail("has an escape that is not supported");
            }
            return {{{c, c}}, false};
        }
    }

    static void add(Set& set, const Set& other)
    {
        if (!other.isNegated) {
            set.ranges.insert(set.ranges.end(), other.ranges.begin(), other.ranges.end());
            return;
        }
        char32_t begin = 0; // other.ranges are in order
        for (const auto& range : other.ranges) {
            if (range.first > begin) {
                set.ranges.emplace_back(begin, range.first - 1);
            }
            begin = range.second + 1;
        }
        set.ranges.emplace_back(begin, lastCharacter);
    }

    Set bracket()
    {
        Set set;
        set.isNegated = takes('^');
        for (bool isFirst = true; isFirst || !isAt(']'); isFirst = false) {
            const bool isEscape = isAt('\\');
            const char32_t c = next();
            if (c == '[' && isAt(':')) {
                fail("has a named class, which is not supported");
            }
            const Set one = isEscape ? escapedSet() : Set {{{c, c}}, false};
            const bool isSingle =
                one.ranges.size() == 1 && one.ranges[0].first == one.ranges[0].second && !one.isNegated;
            const bool isRange = isSingle && isAt('-') && m_at + 1 < m_end && m_text[m_at + 1] != ']';
            if (!isRange) {
                add(set, one);
                continue;
            }
            next();
            const bool isEscapedEnd = takes('\\');
            const char32_t end = isEscapedEnd ? U'\0' : next();
            const Set last = isEscapedEnd ? escapedSet() : Set {{{end, end}}, false};
            if (last.isNegated || last.ranges.size() != 1 || last.ranges[0].first < one.ranges[0].first) {
                fail("has a range from more to less");
            }
            set.ranges.emplace_back(one.ranges[0].first, last.ranges[0].second);
        }
        next();
        return set;
    }

    std::string_view m_pattern;
    std::vector<char32_t> m_text;
    size_t m_end; // of what is compiled
    Regex& m_regex;
    size_t m_at = 0;
    size_t m_work = 0;
    int m_depth = 0;
};

Regex::Regex(std::string_view pattern)
{
    RegexCompiler(pattern, *this).compile();
}

} // namespace weightless::ops::strings
