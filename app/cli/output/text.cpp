// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace weightless::cli {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// Length of the well-formed sequence (Unicode, table 3-7) that `text` begins with; 0 when there is none.
size_t sequenceLength(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) {
        return 1;
    }
    const size_t length = lead >= 0xC2 && lead <= 0xDF ? 2
        : lead >= 0xE0 && lead <= 0xEF                 ? 3
        : lead >= 0xF0 && lead <= 0xF4                 ? 4
                                                       : 0;
    if (length == 0 || text.size() < length
        || !std::all_of(text.begin() + 1, text.begin() + length, isContinuation))
        return 0;
    const auto second = static_cast<unsigned char>(text[1]);
    const bool isOverlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool isOutside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
    return isOverlong || isOutside ? 0 : length;
}

} // namespace

std::string validUtf8(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const size_t length = sequenceLength(text);
        result += length > 0 ? text.substr(0, length) : replacement;
        text.remove_prefix(std::max<size_t>(length, 1));
    }
    return result;
}

std::string printable(std::string_view text)
{
    std::string result = validUtf8(text);
    for (size_t i = 0; i < result.size(); ++i) {
        const auto byte = static_cast<unsigned char>(result[i]);
        // U+0080 … U+009F are control characters too: terminals take 0xC2 0x9B for an escape sequence.
        const bool isC1 =
            byte == 0xC2 && i + 1 < result.size() && static_cast<unsigned char>(result[i + 1]) < 0xA0;
        if (byte < 0x20 || byte == 0x7F) {
            result[i] = ' ';
        } else if (isC1) {
            result.replace(i, 2, " ");
        }
    }
    return result;
}

size_t displayWidth(std::string_view text)
{
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !isContinuation(c); }));
}

std::string formatFixed(double value, int decimals)
{
    std::array<char, 352> buffer {}; // the largest double has 309 digits before the point
    const auto result = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    return {buffer.data(), result.ptr};
}

std::string formatNumber(double value)
{
    std::array<char, 32> buffer {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

std::string formatSeconds(double seconds)
{
    const bool isShort = std::abs(seconds) < 1;
    const double value = isShort ? seconds * 1000 : seconds;
    const int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    return formatFixed(value, decimals) + (isShort ? " ms" : " s");
}

std::string plural(size_t count, std::string_view singular)
{
    return std::string(singular) + (count == 1 ? "" : "s");
}

TextTable::TextTable(std::vector<Column> columns)
    : m_columns(std::move(columns))
{
}

void TextTable::addRow(std::vector<std::string> cells)
{
    cells.resize(m_columns.size());
    for (std::string& cell : cells) {
        cell = printable(cell);
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
