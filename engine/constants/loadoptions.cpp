// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadoptions.h"

#include <algorithm>

namespace weightless {

namespace {

constexpr std::array<std::string_view, 4> modeNames {"auto", "zero-copy", "streamed", "conventional"};
constexpr std::array<std::string_view, loadPathCount> pathNames {
    "imported", "direct", "staged", "converted", "conventional", "shared"};
constexpr std::array<std::string_view, 3> orderNames {"file", "largest", "execution"};

template <typename Enum, size_t count>
std::optional<Enum> fromName(const std::array<std::string_view, count>& names, std::string_view text)
{
    const auto found = std::ranges::find(names, text);
    return found == names.end() ? std::nullopt : std::optional(static_cast<Enum>(found - names.begin()));
}

} // namespace

std::string_view toString(LoadMode mode)
{
    return modeNames[static_cast<size_t>(mode)];
}

std::optional<LoadMode> loadModeFromString(std::string_view text)
{
    return fromName<LoadMode>(modeNames, text);
}

std::string_view toString(LoadOrder order)
{
    return orderNames[static_cast<size_t>(order)];
}

std::optional<LoadOrder> loadOrderFromString(std::string_view text)
{
    return fromName<LoadOrder>(orderNames, text);
}

std::string_view toString(LoadPath path)
{
    return pathNames[static_cast<size_t>(path)];
}

std::optional<LoadPath> loadPathFromString(std::string_view text)
{
    return fromName<LoadPath>(pathNames, text);
}

} // namespace weightless
