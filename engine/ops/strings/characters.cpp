// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/strings/characters.h"

#include <algorithm>
#include <array>

namespace weightless::ops::strings {

namespace {

// Every `step`-th character of a range is a capital letter, whose small one lies `toSmall` behind it.
struct Capitals {
    char32_t first;
    char32_t last;
    int32_t toSmall;
    char32_t step;

    [[nodiscard]] bool contains(char32_t c) const
    {
        return c >= first && c <= last && (c - first) % step == 0;
    }
};

constexpr std::array<Capitals, 23> capitals {{
    {U'A', U'Z', 32, 1}, {0xc0, 0xd6, 32, 1}, // Latin-1
    {0xd8, 0xde, 32, 1}, {0x100, 0x12e, 1, 2}, // Latin Extended-A, without the dotted I and the dotless i
    {0x132, 0x136, 1, 2}, {0x139, 0x147, 1, 2}, {0x14a, 0x176, 1, 2}, {0x178, 0x178, -121, 1},
    {0x179, 0x17d, 1, 2}, {0x386, 0x386, 38, 1}, // Greek
    {0x388, 0x38a, 37, 1}, {0x38c, 0x38c, 64, 1}, {0x38e, 0x38f, 63, 1}, {0x391, 0x3a1, 32, 1},
    {0x3a3, 0x3ab, 32, 1}, {0x400, 0x40f, 80, 1}, // Cyrillic
    {0x410, 0x42f, 32, 1}, {0x460, 0x480, 1, 2}, {0x48a, 0x4be, 1, 2}, {0x4c0, 0x4c0, 15, 1},
    {0x4c1, 0x4cd, 1, 2}, {0x4d0, 0x52e, 1, 2}, {0x531, 0x556, 48, 1}, // Armenian
}};

char32_t moved(char32_t c, int32_t by)
{
    return static_cast<char32_t>(static_cast<int32_t>(c) + by);
}

// `take` gets each with the place of its first byte.
void forEachCharacter(std::string_view text, const auto& take)
{
    for (size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const size_t length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        char32_t character = length == 1 ? lead : lead & (0x7fu >> length);
        bool isWhole = i + length <= text.size();
        for (size_t k = 1; isWhole && k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            isWhole = (next & 0xc0) == 0x80;
            character = character << 6 | (next & 0x3f);
        }
        take(isWhole ? character : lead, i);
        i += isWhole ? length : 1;
    }
}

} // namespace

std::vector<char32_t> charactersOf(std::string_view text)
{
    std::vector<char32_t> characters;
    forEachCharacter(text, [&](char32_t character, size_t) { characters.push_back(character); });
    return characters;
}

std::vector<size_t> placesOf(std::string_view text)
{
    std::vector<size_t> places;
    forEachCharacter(text, [&](char32_t, size_t place) { places.push_back(place); });
    places.push_back(text.size());
    return places;
}

bool isWord(char32_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

char32_t lowerOf(char32_t c)
{
    const auto found =
        std::ranges::find_if(capitals, [c](const Capitals& range) { return range.contains(c); });
    return found != capitals.end() ? moved(c, found->toSmall) : c;
}

char32_t upperOf(char32_t c)
{
    constexpr char32_t finalSigma = 0x3c2;
    constexpr char32_t sigma = 0x3a3;
    if (c == finalSigma) {
        return sigma;
    }
    const auto found = std::ranges::find_if(
        capitals, [c](const Capitals& range) { return range.contains(moved(c, -range.toSmall)); });
    return found != capitals.end() ? moved(c, -found->toSmall) : c;
}

char32_t otherCase(char32_t c)
{
    const char32_t lower = lowerOf(c);
    return lower != c ? lower : upperOf(c);
}

} // namespace weightless::ops::strings
