// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weightless {

inline constexpr size_t mostLabels = 100'000;

// A whole number and nothing else.
[[nodiscard]] std::optional<uint64_t> classNumberIn(std::string_view text);

struct TableNames {
    std::vector<std::string> names;
    std::string problem = {}; // what the table has that names cannot be told from; empty: these are the names
};

// The names of classes in a table (CSV, RFC 4180; with semicolons where there are no commas), by the numbers
// that stand beside them, else in its order. A first row without numbers, where others have some, is titles.
// A table of one column has names alone, below a title such as "label". Of several, numbers are those of a
// column so called, one that counts from 0 or 1, or the first; names are those of a column so called, else of
// the first that is no numbers. Blanks around a cell are none of it unless they are in quotes. Rows of
// several columns have as many as the first; empty ones between them do not count.
[[nodiscard]] TableNames namesInTable(const std::string& text, char separator);

} // namespace weightless
