// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weightless::cli {

// "loading [######..................] 25 %  2 of 8 constants", printable, in fewer than `columns` columns: a
// line that wraps cannot be rewritten. In a narrow terminal the bar is shorter or left out, and what is too
// long even then ends in "…". 0 columns are as many as it takes. `fraction` is 0 … 1.
[[nodiscard]] std::string progressLine(
    std::string_view what, double fraction, std::string_view detail, size_t columns);

} // namespace weightless::cli
