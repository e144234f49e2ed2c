// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/budget/budgetsize.h"

#include "engine/base/sizetext.h"

#include <algorithm>
#include <charconv>

namespace weightless {

uint64_t BudgetSize::bytesOf(uint64_t neededBytes) const
{
    if (share <= 0) {
        return bytes;
    }
    return std::max<uint64_t>(static_cast<uint64_t>(static_cast<double>(neededBytes) * share), 1);
}

std::optional<BudgetSize> budgetSizeFromString(std::string_view text)
{
    if (!text.ends_with('%')) {
        const auto bytes = bytesFromString(text);
        return bytes ? std::optional(BudgetSize {.bytes = *bytes, .share = 0}) : std::nullopt;
    }
    text.remove_suffix(1);
    double percent = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), percent);
    const bool isNumber = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return isNumber && percent > 0 && percent <= 100
        ? std::optional(BudgetSize {.bytes = 0, .share = percent / 100})
        : std::nullopt;
}

} // namespace weightless
