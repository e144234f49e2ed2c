// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace weightless::cli {

size_t displayWidth(std::string_view text)
{
    return countCodePoints(text);
}

std::string formatFixed(double value, int decimals)
{
    std::array<char, 352> buffer {}; // the largest double has 309 digits before the point
    const auto result = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    return {buffer.data(), result.ptr};
}

std::string formatSeconds(double seconds)
{
    const bool isShort = std::abs(seconds) < 1;
    const double value = isShort ? seconds * 1000 : seconds;
    const int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    return formatFixed(value, decimals) + (isShort ? " ms" : " s");
}

std::string shellWord(const std::string& text)
{
    const auto isPlain = [](unsigned char letter) {
        const bool isAscii = letter < 0x80;
        constexpr std::string_view signs = "_-+=.,:/@";
        return !isAscii || (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z')
            || (letter >= 'A' && letter <= 'Z')
            || signs.find(static_cast<char>(letter)) != std::string_view::npos;
    };
    if (!text.empty() && std::ranges::all_of(text, isPlain)) {
        return text;
    }
    if (text.find_first_of("\"$`\\!") == std::string::npos) {
        return '"' + text + '"';
    }
    std::string word = "'";
    for (const char letter : text) {
        word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return word + "'";
}

TextTable::TextTable(std::vector<Column> columns)
    : m_columns(std::move(columns))
{
    for (Column& column : m_columns) {
        column.title = printable(column.title);
    }
}

void TextTable::addRow(std::vector<std::string> cells)
{
    cells.resize(m_columns.size());
    for (std::string& cell : cells) {
        cell = printable(shortened(cell));
    }
    m_rows.push_back(std::move(cells));
}

std::string TextTable::toString() const
{
    std::vector<size_t> widths;
    for (const Column& column : m_columns) {
        widths.push_back(displayWidth(column.title));
    }
    for (const auto& row : m_rows) {
        for (size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], displayWidth(row[i]));
        }
    }

    std::string out;
    const auto appendCell = [&](size_t index, const std::string& text) {
        const size_t padding = widths[index] - displayWidth(text);
        const bool isLast = index + 1 == m_columns.size();
        if (m_columns[index].align == Align::Right) {
            out.append(padding, ' ');
        }
        out += text;
        if (m_columns[index].align == Align::Left && !isLast) {
            out.append(padding, ' ');
        }
        out += isLast ? "\n" : "  ";
    };
    for (size_t i = 0; i < m_columns.size(); ++i) {
        appendCell(i, m_columns[i].title);
    }
    for (const auto& row : m_rows) {
        for (size_t i = 0; i < row.size(); ++i) {
            appendCell(i, row[i]);
        }
    }
    return out;
}

} // namespace weightless::cli
