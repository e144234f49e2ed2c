// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/budget/budgetsize.h"

#include "engine/base/bytes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

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
    const std::map<char, uint64_t> units {{'K', KiB}, {'M', MiB}, {'G', 1024 * MiB}};
    const char last = text.empty() ? ' ' : text.back();
    const auto unit = units.find(last);
    const bool hasUnit = last == '%' || unit != units.end();
    const std::string_view digits = text.substr(0, text.size() - (hasUnit ? 1 : 0));
    double number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool isNumber = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
    if (!isNumber || !(number > 0) || number > 1e15 || (last == '%' && number > 100)
        || (!hasUnit && std::floor(number) != number)) {
        return std::nullopt;
    }
    if (last == '%') {
        return BudgetSize {.bytes = 0, .share = number / 100};
    }
    const auto scale = static_cast<double>(unit != units.end() ? unit->second : 1);
    return BudgetSize {.bytes = std::max<uint64_t>(static_cast<uint64_t>(number * scale), 1), .share = 0};
}

} // namespace weightless
