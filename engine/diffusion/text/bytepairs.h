// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/config/folderfiles.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weightless::diffusion {

// A vocabulary and the merges that lead to it (R. Sennrich, B. Haddow, A. Birch: Neural Machine Translation
// of Rare Words with Subword Units, 2016), over bytes as GPT-2 writes them: each of the 256 has a printable
// character of its own. The last piece of a word ends in "</w>".
class BytePairs {
public:
    // vocab.json: an object of tokens and ids. merges.txt: a version line, then pairs, the most wanted first.
    // Where one is missing, tokenizer.json, which has both and tokens that were added to them.
    // Io; InvalidArgument: a tokenizer.json of another kind, ids or lines that are none, a merge of what is
    // no token, more than a million of either. `unknown` is the token for a byte without one. `folder` is
    // empty or ends in '/'.
    BytePairs(const FolderFiles& files, const std::string& folder, const std::string& unknown);

    [[nodiscard]] std::optional<int32_t> find(const std::string& token) const;
    [[nodiscard]] int32_t largestId() const { return m_largestId; }

    // Adds the ids of one word, any bytes. Its time grows as n log n.
    void encode(std::string_view word, std::vector<int32_t>& ids) const;

private:
    using Ids = std::unordered_map<std::string, int32_t>;
    struct Merge {
        int32_t rank;
        int32_t id;
    };

    void setVocabulary(Ids ids);
    void readTokenizer(const std::string& name, const std::string& content);
    void readMerges(const std::string& name, std::string_view text);
    void addMergeLine(const std::string& name, std::string_view line, int32_t rank);
    void addMerge(const std::string& name, const std::string& left, const std::string& right, int32_t rank);
    [[nodiscard]] const Merge* mergeOf(int32_t left, int32_t right) const;

    Ids m_ids;
    std::unordered_map<uint64_t, Merge> m_merges; // by both ids
    int32_t m_largestId = 0;
    int32_t m_unknownId = 0;
};

} // namespace weightless::diffusion
