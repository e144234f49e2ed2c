// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/strings/regex.h"
#include "engine/ops/strings/strings.h"

#include "engine/ops/nodeview.h"
#include "engine/ops/textroom.h"

#include <algorithm>

// com.microsoft's Tokenizer: texts as rows of words, which skl2onnx puts before a TfIdfVectorizer. What is
// not UTF-8 stands for itself.
namespace weightless::ops::strings {

namespace {

// Around the words of a text that are marked.
constexpr std::string_view startOfText = "\x02";
constexpr std::string_view endOfText = "\x03";

// Without expressions each character is a word.
struct Tokenizing {
    std::vector<Regex> separators = {};
    std::optional<Regex> word = {};
    size_t shortest = 1; // in characters
    bool marks = false;
    std::string padding;
};

Tokenizing tokenizingOf(const Attributes& attributes)
{
    Tokenizing how {
        .marks = attributes.intOr("mark", 0) != 0, .padding = attributes.stringOr("pad_value", "")};
    const int64_t shortest = attributes.intOr("mincharnum", 1);
    if (shortest < 1) {
        failNode("mincharnum is " + std::to_string(shortest) + ", expected 1 or more");
    }
    how.shortest = static_cast<size_t>(shortest);
    const AttributeValue* given = attributes.find("separators");
    const auto* separators = given != nullptr ? std::get_if<std::vector<std::string>>(given) : nullptr;
    const std::string word = attributes.stringOr("tokenexp", "");
    if (separators == nullptr ? word.empty() : separators->empty()) {
        failNode("there are neither separators nor a tokenexp");
    }
    const bool isByCharacter =
        separators != nullptr ? separators->size() == 1 && separators->front().empty() : word == ".";
    if (isByCharacter) {
        if (shortest > 1) {
            failNode("mincharnum is " + std::to_string(shortest) + " where each character is a word");
        }
    } else if (separators == nullptr) {
        how.word.emplace(word);
    } else {
        for (const std::string& separator : *separators) {
            how.separators.emplace_back(separator);
        }
    }
    return how;
}

using Characters = std::vector<char32_t>;

std::vector<Regex::Span> wordsOf(const Tokenizing& how, const Characters& text, const std::stop_token& stop)
{
    std::vector<Regex::Span> words;
    size_t from = 0;
    while (const auto match = how.word->find(text, from, stop)) {
        if (match->end - match->begin >= how.shortest) {
            words.push_back(*match);
            from = match->end;
        } else {
            from = match->begin + 1; // a longer one may begin inside of it
        }
    }
    return words;
}

std::vector<Regex::Span> charactersApart(const Characters& text)
{
    std::vector<Regex::Span> words;
    for (size_t i = 0; i < text.size(); ++i) {
        words.push_back({i, i + 1});
    }
    return words;
}

// What lies between the matches of a separator in a part of the text.
void addParts(const Tokenizing& how, const Regex& separator, const Characters& text, Regex::Span part,
    const std::stop_token& stop, std::vector<Regex::Span>& parts)
{
    const Characters inside(
        text.begin() + static_cast<ptrdiff_t>(part.begin), text.begin() + static_cast<ptrdiff_t>(part.end));
    for (size_t from = 0; from <= inside.size();) {
        const auto match = separator.find(inside, from, stop);
        const size_t end = match ? match->begin : inside.size();
        if (end - from >= how.shortest) {
            parts.push_back({part.begin + from, part.begin + end});
        }
        if (!match) {
            return;
        }
        from = std::max(match->end, match->begin + 1);
    }
}

std::vector<Regex::Span> tokensOf(const Tokenizing& how, const Characters& text, const std::stop_token& stop)
{
    if (how.word) {
        return wordsOf(how, text, stop);
    }
    if (how.separators.empty()) {
        return charactersApart(text);
    }
    std::vector<Regex::Span> parts {{0, text.size()}};
    for (const Regex& separator : how.separators) {
        std::vector<Regex::Span> next;
        for (const Regex::Span& part : parts) {
            addParts(how, separator, text, part, stop, next);
        }
        parts = std::move(next);
    }
    return parts;
}

// The words of each text, which rows as long as the longest hold.
HostTensor rowsOf(const HostContext& context, const Tokenizing& how, const HostTensor& x,
    const std::vector<std::vector<Regex::Span>>& tokens)
{
    size_t widest = 0;
    for (const auto& row : tokens) {
        widest = std::max(widest, row.size());
    }
    const size_t width = widest + (how.marks && widest > 0 ? 2 : 0);
    Shape shape = x.descriptor.shape;
    shape.push_back(static_cast<int64_t>(width));
    HostTensor y = makeStringTensor(std::move(shape));
    TextRoom room(context.stopToken);
    for (size_t i = 0; i < tokens.size() && width > 0; ++i) {
        auto target = y.strings.begin() + static_cast<ptrdiff_t>(i * width);
        const auto rowEnd = target + static_cast<ptrdiff_t>(width);
        const auto put = [&](std::string_view text) {
            room.take(text.size());
            *target++ = text;
        };
        if (how.marks) {
            put(startOfText);
        }
        const std::vector<size_t> places = placesOf(x.strings[i]);
        for (const Regex::Span& token : tokens[i]) {
            const size_t begin = places[token.begin];
            put(std::string_view(x.strings[i]).substr(begin, places[token.end] - begin));
        }
        if (how.marks) {
            put(endOfText);
        }
        while (target != rowEnd) {
            put(how.padding);
        }
    }
    return y;
}

std::vector<HostValue> tokenize(const HostContext& context)
{
    const HostTensor& x = stringsAt(context, 0);
    const size_t rank = x.descriptor.shape.size();
    if (rank != 1 && rank != 2) {
        failNode("input 0 is " + toString(x.descriptor) + ", expected one or two dimensions");
    }
    const auto how = context.prepared([&] { return tokenizingOf(context.attributes); });
    std::vector<std::vector<Regex::Span>> tokens;
    for (const std::string& text : x.strings) {
        tokens.push_back(tokensOf(*how, charactersOf(text), context.stopToken));
    }
    return {makeHostValue(rowsOf(context, *how, x, tokens))};
}

} // namespace

void registerTokenizer(HostRegistry& registry)
{
    registry.add({.op = {.name = "Tokenizer", .domain = "com.microsoft"}, .run = tokenize});
}

} // namespace weightless::ops::strings
