// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/text/cliptokenizer.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/sizetext.h"
#include "engine/base/text.h"
#include "engine/diffusion/config/config.h"
#include "engine/diffusion/text/unicodetext.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace weightless::diffusion {

struct ClipTokenizer::Special {
    std::string start = "<|startoftext|>";
    std::string end = "<|endoftext|>";
    std::string pad = "<|endoftext|>";
    std::string unknown = "<|endoftext|>";
    size_t length = 77;
};

namespace {

constexpr uint64_t textLimitBytes = 1 * MiB;
constexpr int64_t longestLength = 4096;

// A special token is a text, or an object that holds it.
void readToken(const Config& config, const std::string& member, std::string& token)
{
    token = config.text(config.has(member + ".content") ? member + ".content" : member, token);
}

template <typename Special>
Special readSpecial(const FolderFiles& files, const std::string& folder)
{
    Special special;
    // The later one counts, as in transformers: a configuration that lists the added tokens is of a time when
    // it said everything, older ones are put right by the map (Stable Diffusion 2's padding).
    for (const char* const file : {"tokenizer_config.json", "special_tokens_map.json"}) {
        if (!files.has(folder + file)) {
            continue;
        }
        const Config config = readConfig(files, folder + file);
        readToken(config, "bos_token", special.start);
        readToken(config, "eos_token", special.end);
        readToken(config, "pad_token", special.pad);
        readToken(config, "unk_token", special.unknown);
        // Tokenizers without a limit say 1e30.
        const double length =
            config.number("model_max_length", static_cast<double>(special.length), 2, 1e300);
        if (length <= static_cast<double>(longestLength)) {
            special.length = static_cast<size_t>(length);
        }
        if (config.hasMembers("added_tokens_decoder")) {
            break;
        }
    }
    return special;
}

// How many code points at the front of `text` are a word; at least one. `text` begins with no white space.
size_t wordLength(std::u32string_view text)
{
    constexpr std::array<std::u32string_view, 7> contractions {
        U"'s", U"'t", U"'re", U"'ve", U"'m", U"'ll", U"'d"};
    for (const std::u32string_view contraction : contractions) {
        if (text.starts_with(contraction)) {
            return contraction.size();
        }
    }
    if (isNumber(text.front())) {
        return 1;
    }
    const bool isOfLetters = isLetter(text.front());
    const auto ends = [isOfLetters](char32_t point) {
        return isOfLetters ? !isLetter(point) : isWhiteSpace(point) || isLetter(point) || isNumber(point);
    };
    return static_cast<size_t>(std::ranges::find_if(text, ends) - text.begin());
}

} // namespace

ClipTokenizer::ClipTokenizer(const std::filesystem::path& folder)
    : ClipTokenizer(*localFiles(folder), {})
{
}

ClipTokenizer::ClipTokenizer(const FolderFiles& files, const std::string& folder)
    : ClipTokenizer(files, folder, readSpecial<Special>(files, folder))
{
}

ClipTokenizer::ClipTokenizer(const FolderFiles& files, const std::string& folder, const Special& special)
    : m_pairs(files, folder, special.unknown)
    , m_length(special.length)
    , m_startId(idOf(files.shownName(folder), special.start))
    , m_endId(idOf(files.shownName(folder), special.end))
    , m_padId(idOf(files.shownName(folder), special.pad))
{
    for (const std::string* const token : {&special.start, &special.end, &special.pad, &special.unknown}) {
        if (std::u32string text = normalisedText(*token); !text.empty()) {
            m_special.push_back({std::move(text), idOf(files.shownName(folder), *token)});
        }
    }
    std::ranges::stable_sort(
        m_special, std::ranges::greater(), [](const SpecialToken& token) { return token.text.size(); });
}

int32_t ClipTokenizer::idOf(const std::string& shownFolder, const std::string& token) const
{
    const std::optional<int32_t> id = m_pairs.find(token);
    if (!id) {
        throw Error(ErrorKind::InvalidArgument,
            "The tokenizer in " + shownFolder + " lacks its special token " + quotedName(token));
    }
    return *id;
}

void ClipTokenizer::encodeWords(std::u32string_view text, std::vector<int32_t>& ids) const
{
    while (!text.empty()) {
        if (isWhiteSpace(text.front())) {
            text.remove_prefix(1);
            continue;
        }
        const size_t length = wordLength(text);
        std::string word;
        for (const char32_t point : text.substr(0, length)) {
            appendUtf8(point, word);
        }
        m_pairs.encode(word, ids);
        text.remove_prefix(length);
    }
}

const ClipTokenizer::SpecialToken* ClipTokenizer::specialAt(std::u32string_view text) const
{
    const auto found = std::ranges::find_if(
        m_special, [&](const SpecialToken& token) { return text.starts_with(token.text); });
    return found == m_special.end() ? nullptr : &*found;
}

std::vector<int32_t> ClipTokenizer::encode(std::string_view text) const
{
    if (text.size() > textLimitBytes) {
        const ComparedSizes sizes = compareSizes(text.size(), textLimitBytes);
        throw Error(ErrorKind::InvalidArgument,
            "The prompt has " + sizes.first + ", more than the " + sizes.second + " that are read");
    }
    std::vector<int32_t> ids;
    const std::u32string normalised = normalisedText(text);
    const std::u32string_view all = normalised;
    // Special tokens are themselves wherever they stand, also the padding, which may be an ordinary "!"; what
    // is between them is words.
    size_t begin = 0;
    for (size_t place = 0; place < all.size();) {
        const SpecialToken* const special = specialAt(all.substr(place));
        if (special == nullptr) {
            ++place;
            continue;
        }
        encodeWords(all.substr(begin, place - begin), ids);
        ids.push_back(special->id);
        place += special->text.size();
        begin = place;
    }
    encodeWords(all.substr(begin), ids);
    return ids;
}

TokenizedText ClipTokenizer::tokenize(std::string_view text, size_t length) const
{
    if (length < 2) {
        throw Error(ErrorKind::InvalidArgument,
            "A text encoder of " + std::to_string(length) + " tokens has no place for a start and an end");
    }
    std::vector<int32_t> tokens = encode(text);
    TokenizedText result {{m_startId}, tokens.size(), length - 2};
    tokens.resize(std::min(tokens.size(), result.capacity));
    result.ids.insert(result.ids.end(), tokens.begin(), tokens.end());
    result.ids.push_back(m_endId);
    result.ids.resize(length, m_padId);
    return result;
}

} // namespace weightless::diffusion
