// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/companionname.h"

#include <type_traits>

namespace weightless {

namespace {

using Unit = std::filesystem::path::value_type;

// A unit that is no beginning of a character.
bool isContinuation(Unit unit)
{
    if constexpr (std::is_same_v<Unit, char>) {
        return (static_cast<unsigned char>(unit) & 0xc0u) == 0x80;
    } else {
        return (static_cast<unsigned>(unit) & 0xfc00u) == 0xdc00;
    }
}

} // namespace

std::filesystem::path companionOf(
    const std::filesystem::path& target, std::string_view suffix, size_t longestSuffix)
{
    const size_t room = longestFileName - longestSuffix;
    std::filesystem::path::string_type name = target.filename().native();
    if (name.size() > room && name.size() <= longestFileName) {
        size_t end = room; // a character has four units at most
        while (end > room - 3 && isContinuation(name[end])) {
            --end;
        }
        name.resize(end);
    }
    std::filesystem::path companion = target;
    companion.replace_filename(name);
    companion += suffix;
    return companion;
}

} // namespace weightless
