// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weightless {

// A device budget as people write it: so many bytes, or a share of what the weights need; neither: none.
struct BudgetSize {
    uint64_t bytes = 0;
    double share = 0; // 0 … 1

    [[nodiscard]] bool isLimit() const { return bytes > 0 || share > 0; }
    // Of weights that need `neededBytes`; 0: there is no limit.
    [[nodiscard]] uint64_t bytesOf(uint64_t neededBytes) const;
};

// As bytesFromString(), or a percentage ("25%"). nullopt: something else.
[[nodiscard]] std::optional<BudgetSize> budgetSizeFromString(std::string_view text);

} // namespace weightless
