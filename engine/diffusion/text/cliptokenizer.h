// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/text/bytepairs.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weightless::diffusion {

// What a text encoder is fed for one prompt.
struct TokenizedText {
    std::vector<int32_t> ids; // start, the text's tokens, end, padding
    size_t tokenCount = 0; // of the text alone, also those that did not fit
    size_t capacity = 0; // tokens of a text that fit between start and end

    [[nodiscard]] bool isTruncated() const { return tokenCount > capacity; }
};

// CLIP's tokenizer as Hugging Face's CLIPTokenizerFast is: NFC, white space, lower case; the text in words by
//   's|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+
// (A. Radford et al.: Learning Transferable Visual Models From Natural Language Supervision, 2021), each word
// by byte pairs. Start, end, padding and the unknown token stand for themselves in a text. Any thread.
class ClipTokenizer {
public:
    // A folder with vocab.json and merges.txt or with tokenizer.json; tokenizer_config.json and
    // special_tokens_map.json, where they are, name start, end and padding and say how many tokens an encoder
    // takes. The map overrides a configuration without added_tokens_decoder. Errors as BytePairs and
    // readConfig(), InvalidArgument for special tokens that the vocabulary lacks.
    explicit ClipTokenizer(const std::filesystem::path& folder);
    // `folder` among the files; empty or ending in '/'.
    ClipTokenizer(const FolderFiles& files, const std::string& folder);

    // Without start and end. At most 1 MiB of text is read: InvalidArgument beyond.
    [[nodiscard]] std::vector<int32_t> encode(std::string_view text) const;
    // Cut off or padded to `length` tokens, which are at least 2.
    [[nodiscard]] TokenizedText tokenize(std::string_view text, size_t length) const;
    [[nodiscard]] TokenizedText tokenize(std::string_view text) const { return tokenize(text, m_length); }

    [[nodiscard]] size_t length() const { return m_length; }
    [[nodiscard]] int32_t startId() const { return m_startId; }
    [[nodiscard]] int32_t endId() const { return m_endId; }
    [[nodiscard]] int32_t padId() const { return m_padId; }
    [[nodiscard]] int32_t largestId() const { return m_pairs.largestId(); }

private:
    struct Special;
    struct SpecialToken {
        std::u32string text; // as it stands in a text
        int32_t id;
    };
    ClipTokenizer(const FolderFiles& files, const std::string& folder, const Special& special);
    [[nodiscard]] int32_t idOf(const std::string& shownFolder, const std::string& token) const;
    // The longest that `text` begins with, or nullptr.
    [[nodiscard]] const SpecialToken* specialAt(std::u32string_view text) const;
    void encodeWords(std::u32string_view text, std::vector<int32_t>& ids) const;

    BytePairs m_pairs;
    std::vector<SpecialToken> m_special; // the longest first
    size_t m_length;
    int32_t m_startId;
    int32_t m_endId;
    int32_t m_padId;
};

} // namespace weightless::diffusion
