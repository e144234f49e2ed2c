// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/demotokenizer.h"

#include <array>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

namespace weightless {

namespace {

constexpr std::string_view wordEnd = "</w>";
constexpr int64_t startId = 49406;

constexpr std::array<std::string_view, 40> words {"a", "an", "the", "of", "on", "in", "with", "and", "at",
    "photo", "photograph", "picture", "painting", "drawing", "portrait", "landscape", "house", "city",
    "mountain", "sea", "river", "forest", "tree", "flower", "cat", "dog", "horse", "bird", "astronaut",
    "riding", "sitting", "mars", "moon", "sun", "light", "night", "red", "green", "blue", "detailed"};

std::string utf8Of(unsigned codePoint)
{
    if (codePoint < 0x80) {
        return {static_cast<char>(codePoint)};
    }
    return {static_cast<char>(0xc0 | (codePoint >> 6U)), static_cast<char>(0x80 | (codePoint & 0x3fU))};
}

// The 256 bytes' characters: those that Latin-1 prints first, then the others, as GPT-2 orders them.
std::vector<std::string> alphabet()
{
    std::vector<std::string> printed;
    std::vector<std::string> others;
    for (unsigned byte = 0; byte < 256; ++byte) {
        const bool isPrinted =
            (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
        if (isPrinted) {
            printed.push_back(utf8Of(byte));
        } else {
            others.push_back(utf8Of(0x100 + static_cast<unsigned>(others.size())));
        }
    }
    printed.insert(printed.end(), others.begin(), others.end());
    return printed;
}

class TokenizerWriter {
public:
    void addToken(const std::string& token, int64_t id)
    {
        std::string text;
        for (const char c : token) {
            text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        }
        m_tokenizer.vocabulary += (m_tokenizer.vocabulary.empty() ? "{\n" : ",\n");
        m_tokenizer.vocabulary += "  \"" + text + "\": " + std::to_string(id);
    }
    void addToken(const std::string& token)
    {
        if (m_tokens.insert(token).second) {
            addToken(token, static_cast<int64_t>(m_tokens.size()) - 1);
        }
    }
    // Letter by letter from the front.
    void addWord(std::string_view word)
    {
        std::string left(word.substr(0, 1));
        for (size_t i = 1; i < word.size(); ++i) {
            const std::string right =
                std::string(word.substr(i, 1)) + std::string(i + 1 == word.size() ? wordEnd : "");
            if (!m_tokens.contains(left + right)) {
                m_tokenizer.merges += left + " " + right + "\n";
                addToken(left + right);
            }
            left += right;
        }
    }
    DemoTokenizer take()
    {
        addToken("<|startoftext|>", startId);
        addToken("<|endoftext|>", startId + 1);
        m_tokenizer.vocabulary += "\n}\n";
        return std::move(m_tokenizer);
    }

private:
    DemoTokenizer m_tokenizer {{}, "#version: 0.2\n"};
    std::set<std::string> m_tokens;
};

} // namespace

DemoTokenizer makeDemoTokenizer()
{
    TokenizerWriter writer;
    for (const std::string& character : alphabet()) {
        writer.addToken(character);
    }
    for (const std::string& character : alphabet()) {
        writer.addToken(character + std::string(wordEnd));
    }
    for (const std::string_view word : words) {
        writer.addWord(word);
    }
    return writer.take();
}

} // namespace weightless
