// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/labels.h"

#include "engine/base/bytes.h"
#include "engine/base/text.h"
#include "engine/results/labeltable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace weightless {

namespace {

constexpr uint64_t mostBytes = 4 * MiB;

// A word in quotes at the beginning of `text`, which then begins behind it.
std::optional<std::string> takeQuoted(std::string_view& text)
{
    if (text.empty() || (text.front() != '\'' && text.front() != '"')) {
        return std::nullopt;
    }
    const char quote = text.front();
    std::string word;
    for (size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            word += text[++i];
        } else if (text[i] == quote) {
            text.remove_prefix(i + 1);
            return word;
        } else {
            word += text[i];
        }
    }
    return std::nullopt;
}

void skip(std::string_view& text, std::string_view characters)
{
    text.remove_prefix(std::min(text.find_first_not_of(characters), text.size()));
}

} // namespace

std::vector<std::string> labelsOf(const std::map<std::string, std::string>& metadata)
{
    const auto names = metadata.find("names");
    if (names == metadata.end() || names->second.size() > mostBytes) {
        return {};
    }
    constexpr std::string_view blanks = " \t\r\n,";
    std::string_view text = names->second;
    skip(text, " \t\r\n{");
    std::vector<std::string> labels;
    while (!text.empty() && text.front() != '}') {
        size_t index = 0;
        const bool isQuoted = text.front() == '"';
        text.remove_prefix(isQuoted ? 1 : 0);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
        if (error != std::errc() || index >= mostLabels) {
            return {};
        }
        text.remove_prefix(static_cast<size_t>(end - text.data()));
        if (isQuoted && (text.empty() || text.front() != '"')) {
            return {};
        }
        text.remove_prefix(isQuoted ? 1 : 0);
        skip(text, ": \t");
        std::optional<std::string> name = takeQuoted(text);
        if (!name) {
            return {};
        }
        labels.resize(std::max(labels.size(), index + 1));
        labels[index] = *std::move(name);
        skip(text, blanks);
    }
    return labels;
}

std::vector<std::string> labelsInList(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    skip(text, blanks);
    if (!text.starts_with('[')) {
        return {};
    }
    text.remove_prefix(1);
    skip(text, blanks);
    std::vector<std::string> labels;
    bool isBehindComma = true;
    while (!text.starts_with(']')) {
        std::optional<std::string> name = isBehindComma ? takeQuoted(text) : std::nullopt;
        if (!name) {
            return {};
        }
        labels.push_back(*std::move(name));
        skip(text, blanks);
        isBehindComma = text.starts_with(',');
        text.remove_prefix(isBehindComma ? 1 : 0);
        skip(text, blanks);
    }
    text.remove_prefix(1);
    skip(text, blanks);
    return text.empty() ? labels : std::vector<std::string>();
}

std::filesystem::path findLabels(const std::filesystem::path& model)
{
    constexpr std::array names {
        "labels.txt", "classes.txt", "synset.txt", "synset_words.txt", "imagenet_classes.txt"};
    std::error_code ignored;
    for (const char* name : names) {
        std::filesystem::path path = model.parent_path() / name;
        if (std::filesystem::is_regular_file(path, ignored)) {
            return path;
        }
    }
    return {};
}

bool meansNothing(const std::string& label)
{
    std::string word = lowerCase(label);
    std::erase_if(word, [](char c) { return c == '_' || c == ' '; });
    constexpr std::array<std::string_view, 6> nothing {
        "", "background", "bg", "unlabeled", "unlabelled", "void"};
    return std::ranges::find(nothing, word) != nothing.end();
}

} // namespace weightless
