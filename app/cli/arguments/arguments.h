// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weightless::cli {

// Wrong usage: exit code 2. The message is one line.
class UsageError : public std::exception {
public:
    explicit UsageError(std::string message)
        : m_message(std::move(message))
    {
    }
    [[nodiscard]] const char* what() const noexcept override { return m_message.c_str(); }

private:
    std::string m_message;
};

struct OptionSpec {
    std::string name; // "--mode"
    std::string value; // what --help calls its value; empty for a flag
    std::string help;
    bool isRepeatable = false;
    bool isNeeded = false;
};

// What one verb accepts, as data: parsing, messages and --help are made from it.
struct VerbSpec {
    std::string name;
    std::string summary;
    std::vector<std::string> positionals; // names; a last one that ends in "…" takes one or more
    std::vector<OptionSpec> options;
    std::string details; // further paragraphs of --help
};

// The arguments of one call, checked against the verb's specification.
class Arguments {
public:
    // UsageError: an unknown option (the closest one is suggested), a missing or superfluous value, an option
    // given twice, one that is needed missing, too few or too many positionals. `--` ends the options;
    // `--name=value` and `--name value` mean the same. --help ends the parsing: isHelp() is true and nothing
    // else was checked.
    Arguments(const VerbSpec& verb, std::span<const std::string> words);

    [[nodiscard]] bool isHelp() const { return m_isHelp; }
    [[nodiscard]] const std::vector<std::string>& positionals() const { return m_positionals; }

    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> values(std::string_view name) const;

    // UsageError when the value is no whole number within the range.
    [[nodiscard]] std::optional<int64_t> integer(std::string_view name, int64_t least, int64_t most) const;
    // The same of a size, as bytesFromString() reads it.
    [[nodiscard]] std::optional<uint64_t> bytes(std::string_view name, uint64_t least, uint64_t most) const;
    // Where the name in NAME=VALUE ends: the place of a '='; npos where there is none.
    using NameEnd = std::function<size_t(std::string_view text)>;
    // NAME=VALUE options, in order. UsageError without a '=', with an empty name, or for a name given twice.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> pairs(
        std::string_view name, const NameEnd& nameEnd = firstEquals) const;

    [[nodiscard]] static size_t firstEquals(std::string_view text);
    // For values that contain none.
    [[nodiscard]] static size_t lastEquals(std::string_view text);

private:
    void parseOption(const VerbSpec& verb, std::span<const std::string> words, size_t& index);
    void checkComplete(const VerbSpec& verb) const;

    std::string m_verb;
    bool m_isHelp = false;
    std::vector<std::string> m_positionals;
    std::map<std::string, std::vector<std::string>, std::less<>> m_options;
    std::map<std::string, std::string, std::less<>>
        m_valueNames; // OptionSpec::value, of those that were given
};

// What sizes may look like, for --help.
[[nodiscard]] std::string sizeHelp();

// What `weightless-cli VERB --help` prints.
[[nodiscard]] std::string helpText(const VerbSpec& verb);

// The name closest to `word` when it is close enough to be a slip of the keyboard.
[[nodiscard]] std::optional<std::string> closestName(
    std::string_view word, std::span<const std::string> names);

// A whole number in decimal, all of the text; nullopt otherwise.
[[nodiscard]] std::optional<int64_t> parseInteger(std::string_view text);
// The same for a finite number with a point and an exponent.
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);

} // namespace weightless::cli
