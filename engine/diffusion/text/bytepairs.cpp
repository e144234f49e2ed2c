// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/text/bytepairs.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/diffusion/config/config.h"
#include "engine/diffusion/config/json.h"
#include "engine/diffusion/text/unicodetext.h"

#include <algorithm>
#include <array>
#include <queue>
#include <tuple>

namespace weightless::diffusion {

namespace {

constexpr uint64_t fileLimitBytes = 64 * MiB;
constexpr size_t entryLimit = 1'000'000;
constexpr std::string_view wordEnd = "</w>";

uint64_t keyOf(int32_t left, int32_t right)
{
    return (static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32U) | static_cast<uint32_t>(right);
}

// GPT-2's bytes_to_unicode: bytes that Latin-1 prints stand for themselves, the others for U+0100 and on.
std::array<std::string, 256> byteCharacters()
{
    std::array<std::string, 256> characters;
    char32_t next = 0x100;
    for (unsigned byte = 0; byte < 256; ++byte) {
        const bool isPrinted =
            (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
        appendUtf8(isPrinted ? static_cast<char32_t>(byte) : next++, characters[byte]);
    }
    return characters;
}

Error wrongFile(const std::string& name, const std::string& why)
{
    return {ErrorKind::InvalidArgument, name + " is no tokenizer's: " + why};
}

int32_t idOf(const std::string& name, const std::string& token, const nlohmann::json& value)
{
    if (!value.is_number_unsigned() || value.get<uint64_t>() >= entryLimit) {
        throw wrongFile(name, "the id of " + quotedName(token) + " is no whole number below a million");
    }
    return static_cast<int32_t>(value.get<uint64_t>());
}

std::unordered_map<std::string, int32_t> idsOf(const std::string& name, const nlohmann::json& vocabulary)
{
    if (!vocabulary.is_object() || vocabulary.empty() || vocabulary.size() > entryLimit) {
        throw wrongFile(name, "expected one object of up to a million tokens");
    }
    std::unordered_map<std::string, int32_t> ids;
    ids.reserve(vocabulary.size());
    for (const auto& [token, value] : vocabulary.items()) {
        ids.emplace(token, idOf(name, token, value));
    }
    return ids;
}

// null where there is none.
const nlohmann::json& memberOf(const nlohmann::json& object, const char* name)
{
    static const nlohmann::json none;
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found == object.end() ? none : *found;
}

// A piece of a word: those that are left form a list in both directions.
struct Piece {
    int32_t id;
    int previous;
    int next;
};

// The merge with the lowest rank first, and of equal ones the leftmost.
using Candidate = std::tuple<int32_t, int, int32_t, int32_t, int32_t>; // rank, place, left, right, merged
using Candidates = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

} // namespace

BytePairs::BytePairs(const FolderFiles& files, const std::string& folder, const std::string& unknown)
{
    const std::string vocabulary = folder + "vocab.json";
    const std::string merges = folder + "merges.txt";
    const std::string whole = folder + "tokenizer.json";
    const bool isInTwo = files.has(vocabulary) && files.has(merges);
    const bool isWhole = !isInTwo && files.has(whole);
    if (isWhole) {
        readTokenizer(files.shownName(whole), files.read(whole, fileLimitBytes));
    } else {
        const std::string name = files.shownName(vocabulary);
        setVocabulary(idsOf(name, parseJson(name, files.read(vocabulary, fileLimitBytes))));
        readMerges(files.shownName(merges), files.read(merges, fileLimitBytes));
    }
    const std::optional<int32_t> id = find(unknown);
    if (!id) {
        throw wrongFile(
            files.shownName(isWhole ? whole : vocabulary), "it lacks the token " + quotedName(unknown));
    }
    m_unknownId = *id;
}

// Of at least one token.
void BytePairs::setVocabulary(Ids ids)
{
    m_largestId = std::ranges::max_element(ids, {}, &Ids::value_type::second)->second;
    m_ids = std::move(ids);
}

// Of Hugging Face's tokenizers: one object with everything.
void BytePairs::readTokenizer(const std::string& name, const std::string& content)
{
    const nlohmann::json json = parseJson(name, content);
    const nlohmann::json& model = memberOf(json, "model");
    const nlohmann::json& suffix = memberOf(model, "end_of_word_suffix");
    if (!suffix.is_string() || suffix.get<std::string>() != wordEnd) {
        throw wrongFile(name,
            "expected a model of byte pairs whose words end in '" + std::string(wordEnd) + "', as CLIP's");
    }
    setVocabulary(idsOf(name, memberOf(model, "vocab")));
    // They are no part of the vocabulary everywhere, and stand for nothing but themselves.
    for (const nlohmann::json& token : memberOf(json, "added_tokens")) {
        const nlohmann::json& text = memberOf(token, "content");
        if (!text.is_string()) {
            throw wrongFile(name, "one of its added tokens has no 'content'");
        }
        m_ids.emplace(text.get<std::string>(), idOf(name, text.get<std::string>(), memberOf(token, "id")));
    }
    const nlohmann::json& merges = memberOf(model, "merges");
    if (!merges.is_array()) { // without them each letter would be a word
        throw wrongFile(name, "it has no merges");
    }
    int32_t rank = 0;
    for (const nlohmann::json& merge : merges) {
        const bool isPair =
            merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string();
        if (isPair) {
            addMerge(name, merge[0].get<std::string>(), merge[1].get<std::string>(), rank++);
        } else if (merge.is_string()) {
            addMergeLine(name, merge.get<std::string>(), rank++);
        } else {
            throw wrongFile(name, "its merge " + std::to_string(rank) + " is no pair");
        }
    }
}

void BytePairs::readMerges(const std::string& name, std::string_view text)
{
    int32_t rank = 0;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (!line.empty() && !(begin == 0 && line.starts_with("#version"))) {
            addMergeLine(name, line, rank++);
        }
        begin = end + 1;
    }
}

void BytePairs::addMergeLine(const std::string& name, std::string_view line, int32_t rank)
{
    const size_t space = line.find(' ');
    const bool isPair =
        space != std::string_view::npos && line.find(' ', space + 1) == std::string_view::npos;
    if (!isPair) {
        throw wrongFile(name, "expected pairs of tokens and found " + quotedName(line));
    }
    addMerge(name, std::string(line.substr(0, space)), std::string(line.substr(space + 1)), rank);
}

void BytePairs::addMerge(
    const std::string& name, const std::string& left, const std::string& right, int32_t rank)
{
    if (static_cast<size_t>(rank) >= entryLimit) {
        throw wrongFile(name, "expected up to a million pairs");
    }
    const auto leftId = find(left);
    const auto rightId = find(right);
    const auto merged = find(left + right);
    if (!leftId || !rightId || !merged) {
        throw wrongFile(name, "the vocabulary lacks a token of the pair " + quotedName(left + " " + right));
    }
    m_merges.emplace(keyOf(*leftId, *rightId), Merge {rank, *merged});
}

std::optional<int32_t> BytePairs::find(const std::string& token) const
{
    const auto found = m_ids.find(token);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

const BytePairs::Merge* BytePairs::mergeOf(int32_t left, int32_t right) const
{
    const auto found = m_merges.find(keyOf(left, right));
    return found == m_merges.end() ? nullptr : &found->second;
}

void BytePairs::encode(std::string_view word, std::vector<int32_t>& ids) const
{
    static const std::array<std::string, 256> characters = byteCharacters();
    const int count = static_cast<int>(word.size());
    std::vector<Piece> pieces;
    pieces.reserve(word.size());
    for (int i = 0; i < count; ++i) {
        std::string token = characters[static_cast<unsigned char>(word[static_cast<size_t>(i)])];
        token += i + 1 == count ? wordEnd : "";
        pieces.push_back({find(token).value_or(m_unknownId), i - 1, i + 1 == count ? -1 : i + 1});
    }
    Candidates candidates;
    const auto consider = [&](int place) {
        const Piece* const left = place < 0 ? nullptr : &pieces[static_cast<size_t>(place)];
        if (left == nullptr || left->next < 0) {
            return;
        }
        const int32_t right = pieces[static_cast<size_t>(left->next)].id;
        if (const Merge* const merge = mergeOf(left->id, right)) {
            candidates.emplace(merge->rank, place, left->id, right, merge->id);
        }
    };
    for (int i = 0; i < count; ++i) {
        consider(i);
    }
    constexpr int32_t gone = -1;
    while (!candidates.empty()) {
        const auto [rank, place, leftId, rightId, merged] = candidates.top();
        candidates.pop();
        Piece& left = pieces[static_cast<size_t>(place)];
        if (left.id != leftId || left.next < 0 || pieces[static_cast<size_t>(left.next)].id != rightId) {
            continue; // one of both was merged meanwhile
        }
        Piece& right = pieces[static_cast<size_t>(left.next)];
        left.id = merged;
        left.next = right.next;
        right.id = gone;
        if (left.next >= 0) {
            pieces[static_cast<size_t>(left.next)].previous = place;
        }
        consider(left.previous);
        consider(place);
    }
    for (const Piece& piece : pieces) {
        if (piece.id != gone) {
            ids.push_back(piece.id);
        }
    }
}

} // namespace weightless::diffusion
