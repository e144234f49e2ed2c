// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadoptions.h"

#include "engine/base/text.h"

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

std::string describe(std::span<const ClampedConstant> clamped)
{
    constexpr size_t mostNames = 3;
    uint64_t values = 0;
    bool mayBe = false;
    std::string names;
    for (size_t i = 0; i < clamped.size(); ++i) {
        values += clamped[i].values;
        mayBe = mayBe || clamped[i].mayBe;
        if (i < mostNames) {
            names += (i == 0 ? "" : ", ") + quotedName(clamped[i].name);
        }
    }
    const size_t more = clamped.size() - std::min(clamped.size(), mostNames);
    return std::to_string(values) + (values == 1 ? " value is beyond " : " values are beyond ")
        + toString(clamped.front().type)
        + (mayBe ? " and become its largest number where they meet values of that type, in "
                 : " and became its largest number, in ")
        + names
        + (more == 0        ? ""
                : more == 1 ? " and one more constant"
                            : " and " + std::to_string(more) + " more constants");
}

} // namespace weightless
