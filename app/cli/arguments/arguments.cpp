// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/arguments.h"

#include "app/cli/output/text.h"
#include "engine/base/bytes.h"
#include "engine/base/sizetext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <set>

namespace weightless::cli {

namespace {

bool takesMany(const std::string& positional)
{
    return positional.ends_with("…");
}

size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t {0});
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.size(); ++j) {
            const size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

// As the option takes it: "4096", "64K", "2G".
std::string sizeText(uint64_t bytes)
{
    constexpr std::array<std::pair<uint64_t, char>, 3> units {{{GiB, 'G'}, {MiB, 'M'}, {KiB, 'K'}}};
    for (const auto& [unit, name] : units) {
        if (bytes >= unit && bytes % unit == 0) {
            return std::to_string(bytes / unit) + name;
        }
    }
    return std::to_string(bytes);
}

// Breaks `text` into lines of at most 100 columns, each after `indent` spaces.
void appendWrapped(std::string& out, std::string_view text, size_t indent)
{
    constexpr size_t lineWidth = 100;
    size_t column = indent;
    while (!text.empty()) {
        const size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const size_t width = displayWidth(word);
        if (column > indent && column + 1 + width > lineWidth) {
            out += '\n';
            out.append(indent, ' ');
            column = indent;
        }
        if (column > indent) {
            out += ' ';
            ++column;
        }
        out += word;
        column += width;
    }
    out += '\n';
}

// "--prompt TEXT", "[--json]", "[--dim NAME=SIZE]…"
std::string usageOf(const OptionSpec& option)
{
    const std::string words = option.name + (option.value.empty() ? "" : " " + option.value);
    return (option.isNeeded ? words : "[" + words + "]") + (option.isRepeatable ? "…" : "");
}

} // namespace

Arguments::Arguments(const VerbSpec& verb, std::span<const std::string> words)
    : m_verb(verb.name)
{
    bool hasOptions = true;
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (hasOptions && word == "--") {
            hasOptions = false;
        } else if (hasOptions && (word == "--help" || word == "-h")) {
            m_isHelp = true;
            return;
        } else if (hasOptions && word.size() > 1 && word.front() == '-') {
            parseOption(verb, words, i);
        } else {
            m_positionals.push_back(word);
        }
    }
    checkComplete(verb);
}

void Arguments::parseOption(const VerbSpec& verb, std::span<const std::string> words, size_t& index)
{
    const std::string& word = words[index];
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const auto option = std::find_if(
        verb.options.begin(), verb.options.end(), [&](const OptionSpec& spec) { return spec.name == name; });
    if (option == verb.options.end()) {
        std::vector<std::string> names {"--help"};
        for (const OptionSpec& spec : verb.options) {
            names.push_back(spec.name);
        }
        const auto suggestion = closestName(name, names);
        throw UsageError("'" + verb.name + "' has no option '" + name + "'"
            + (suggestion ? "; did you mean '" + *suggestion + "'?"
                          : "; see 'weightless-cli " + verb.name + " --help'"));
    }

    const bool hasInlineValue = equals != std::string::npos;
    std::string value;
    if (option->value.empty() && hasInlineValue) {
        throw UsageError("option '" + name + "' takes no value");
    }
    if (!option->value.empty()) {
        if (!hasInlineValue && index + 1 >= words.size()) {
            throw UsageError("option '" + name + "' needs a value: " + name + " " + option->value);
        }
        value = hasInlineValue ? word.substr(equals + 1) : words[++index];
    }
    auto& values = m_options[name];
    if (!values.empty() && !option->isRepeatable) {
        throw UsageError("option '" + name + "' was given twice");
    }
    values.push_back(value);
    m_valueNames[name] = option->value;
}

void Arguments::checkComplete(const VerbSpec& verb) const
{
    const size_t expected = verb.positionals.size();
    if (m_positionals.size() < expected) {
        throw UsageError("'" + verb.name + "' needs " + verb.positionals[m_positionals.size()]
            + "; see 'weightless-cli " + verb.name + " --help'");
    }
    const bool isOpen = expected > 0 && takesMany(verb.positionals.back());
    if (m_positionals.size() > expected && !isOpen) {
        throw UsageError("'" + verb.name + "' has no use for '" + m_positionals[expected] + "'");
    }
    for (const OptionSpec& option : verb.options) {
        if (option.isNeeded && !has(option.name)) {
            throw UsageError("'" + verb.name + "' needs " + option.name + " " + option.value
                + "; see 'weightless-cli " + verb.name + " --help'");
        }
    }
}

bool Arguments::has(std::string_view name) const
{
    return m_options.find(name) != m_options.end();
}

std::vector<std::string> Arguments::values(std::string_view name) const
{
    const auto option = m_options.find(name);
    return option == m_options.end() ? std::vector<std::string> {} : option->second;
}

std::optional<std::string> Arguments::value(std::string_view name) const
{
    const auto option = m_options.find(name);
    return option == m_options.end() ? std::nullopt : std::optional(option->second.front());
}

std::optional<int64_t> Arguments::integer(std::string_view name, int64_t least, int64_t most) const
{
    const auto text = value(name);
    if (!text) {
        return std::nullopt;
    }
    const auto number = parseInteger(*text);
    if (!number || *number < least || *number > most) {
        throw UsageError("option '" + std::string(name) + "' takes a whole number from "
            + std::to_string(least) + " to " + std::to_string(most) + ", not '" + *text + "'");
    }
    return number;
}

std::optional<uint64_t> Arguments::bytes(std::string_view name, uint64_t least, uint64_t most) const
{
    const auto text = value(name);
    if (!text) {
        return std::nullopt;
    }
    const auto size = bytesFromString(*text);
    if (!size || *size < least || *size > most) {
        throw UsageError("option '" + std::string(name) + "' takes a size from " + sizeText(least) + " to "
            + sizeText(most) + " (K, M and G count in 1024), not '" + *text + "'");
    }
    return size;
}

std::vector<std::pair<std::string, std::string>> Arguments::pairs(
    std::string_view name, const NameEnd& nameEnd) const
{
    std::vector<std::pair<std::string, std::string>> result;
    std::set<std::string> seen;
    for (const std::string& text : values(name)) {
        const size_t equals = nameEnd(text);
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
            throw UsageError("option '" + std::string(name) + "' takes " + m_valueNames.find(name)->second
                + ", not '" + text + "'");
        }
        result.emplace_back(text.substr(0, equals), text.substr(equals + 1));
        if (!seen.insert(result.back().first).second) {
            throw UsageError(
                "option '" + std::string(name) + "' was given twice for '" + result.back().first + "'");
        }
    }
    return result;
}

size_t Arguments::firstEquals(std::string_view text)
{
    return text.find('=');
}

size_t Arguments::lastEquals(std::string_view text)
{
    return text.rfind('=');
}

std::string sizeHelp()
{
    return "SIZE is a number of bytes, or a number with K, M or G (also KiB, MiB, GiB, in any case), which "
           "count in 1024.";
}

std::string helpText(const VerbSpec& verb)
{
    std::string out = "Usage: weightless-cli " + verb.name;
    for (const std::string& positional : verb.positionals) {
        out += " " + positional;
    }
    for (const OptionSpec& option : verb.options) {
        out += " " + usageOf(option);
    }
    out += "\n\n";
    appendWrapped(out, verb.summary, 0);

    std::vector<OptionSpec> options = verb.options;
    options.push_back({"--help", "", "show this text"});
    size_t widest = 0;
    const auto titleOf = [](const OptionSpec& option) {
        return option.name + (option.value.empty() ? "" : " " + option.value);
    };
    for (const OptionSpec& option : options) {
        widest = std::max(widest, displayWidth(titleOf(option)));
    }
    out += "\n";
    for (const OptionSpec& option : options) {
        const std::string title = titleOf(option);
        out += "  " + title;
        out.append(widest - displayWidth(title) + 2, ' ');
        appendWrapped(out, option.help, widest + 4);
    }

    std::string_view details = verb.details;
    while (!details.empty()) {
        const size_t end = std::min(details.find('\n'), details.size());
        if (end > 0) {
            out += "\n";
            appendWrapped(out, details.substr(0, end), 0);
        }
        details.remove_prefix(std::min(end + 1, details.size()));
    }
    return out;
}

std::optional<std::string> closestName(std::string_view word, std::span<const std::string> names)
{
    std::optional<std::string> best;
    // With as many changes as it has letters, a word becomes any other.
    size_t bestDistance = std::min(std::max<size_t>(2, word.size() / 3) + 1, word.size());
    for (const std::string& name : names) {
        const size_t distance = editDistance(word, name);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = name;
        }
    }
    return best;
}

std::optional<int64_t> parseInteger(std::string_view text)
{
    int64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = result.ec == std::errc() && result.ptr == text.data() + text.size() && !text.empty();
    return isWhole ? std::optional(value) : std::nullopt;
}

std::optional<double> parseNumber(std::string_view text)
{
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = result.ec == std::errc() && result.ptr == text.data() + text.size() && !text.empty();
    return isWhole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace weightless::cli
