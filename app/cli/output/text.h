// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/numbertext.h"
#include "engine/base/text.h"

#include <string>
#include <string_view>
#include <vector>

namespace weightless::cli {

// Columns a terminal needs for valid UTF-8, one per code point.
[[nodiscard]] size_t displayWidth(std::string_view text);

// "12.3 ms", "4.56 s": three significant digits.
[[nodiscard]] std::string formatSeconds(double seconds);

// Fixed decimals, '.' whatever the locale.
[[nodiscard]] std::string formatFixed(double value, int decimals);

// As one word of a shell's command line: in quotes where it needs them, which is in double ones wherever
// these do, as all shells know them.
[[nodiscard]] std::string shellWord(const std::string& text);

enum class Align { Left, Right };

// Rows of cells printed in aligned columns, two spaces between them. Cells are printable() and shortened():
// one long name must not widen every row.
class TextTable {
public:
    struct Column {
        std::string title;
        Align align = Align::Left;
    };

    explicit TextTable(std::vector<Column> columns);

    // As many cells as columns.
    void addRow(std::vector<std::string> cells);
    [[nodiscard]] std::string toString() const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace weightless::cli
