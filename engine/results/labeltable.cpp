// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/labeltable.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <span>

namespace weightless {

namespace {

using Row = std::vector<std::string>;
using Rows = std::span<const Row>;

// The cell that begins at `begin`, which is then behind it, at its separator, the end of its line or of all.
std::string takeCell(std::string_view text, size_t& begin, char separator)
{
    std::string cell;
    const bool isQuoted = begin < text.size() && text[begin] == '"';
    begin += isQuoted ? 1 : 0;
    bool isInQuotes = isQuoted;
    for (; begin < text.size(); ++begin) {
        const char c = text[begin];
        if (isInQuotes && c == '"') {
            const bool isDoubled = begin + 1 < text.size() && text[begin + 1] == '"';
            isInQuotes = isDoubled;
            begin += isDoubled ? 1 : 0;
            if (!isDoubled) {
                continue;
            }
        } else if (!isInQuotes && (c == separator || c == '\n')) {
            break;
        }
        cell += c;
    }
    if (!isQuoted && !cell.empty() && cell.back() == '\r') {
        cell.pop_back();
    } else if (isQuoted && cell.ends_with('\r') && (begin == text.size() || text[begin] == '\n')) {
        cell.pop_back();
    }
    return cell;
}

std::vector<Row> rowsOf(const std::string& text, char separator)
{
    std::vector<Row> rows;
    for (size_t begin = 0; begin < text.size(); ++begin) {
        Row row;
        row.push_back(takeCell(text, begin, separator));
        while (begin < text.size() && text[begin] == separator) {
            ++begin;
            row.push_back(takeCell(text, begin, separator));
        }
        rows.push_back(std::move(row));
    }
    while (!rows.empty() && rows.back().size() == 1 && rows.back().front().empty()) {
        rows.pop_back();
    }
    return rows;
}

bool isNumbers(Rows rows, size_t column)
{
    return std::ranges::all_of(
        rows, [column](const Row& row) { return classNumberIn(row[column]).has_value(); });
}

// Numbers of classes are below the most that there may be, and each is there once.
bool isClassNumbers(Rows rows, size_t column)
{
    std::set<uint64_t> seen;
    return std::ranges::all_of(rows, [&](const Row& row) {
        const auto number = classNumberIn(row[column]);
        return number && *number < mostLabels && seen.insert(*number).second;
    });
}

std::optional<size_t> columnCalled(const Row& titles, std::span<const std::string_view> names)
{
    for (const std::string_view name : names) {
        for (size_t column = 0; column < titles.size(); ++column) {
            if (lowerCase(titles[column]) == name) {
                return column;
            }
        }
    }
    return std::nullopt;
}

std::optional<size_t> firstColumn(size_t columns, auto&& isIt)
{
    for (size_t column = 0; column < columns; ++column) {
        if (isIt(column)) {
            return column;
        }
    }
    return std::nullopt;
}

std::vector<std::string> namesOf(Rows rows, std::optional<size_t> numbers, size_t names)
{
    std::vector<std::string> labels;
    for (const Row& row : rows) {
        const size_t index =
            numbers ? static_cast<size_t>(classNumberIn(row[*numbers]).value_or(0)) : labels.size();
        labels.resize(std::max(labels.size(), index + 1));
        labels[index] = row[names];
    }
    return labels;
}

} // namespace

std::optional<uint64_t> classNumberIn(std::string_view text)
{
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole ? std::optional(number) : std::nullopt;
}

std::optional<std::vector<std::string>> namesInTable(const std::string& text, char separator)
{
    const std::vector<Row> all = rowsOf(text, separator);
    if (all.empty()) {
        return std::vector<std::string>();
    }
    const size_t columns = all.front().size();
    if (std::ranges::any_of(all, [columns](const Row& row) { return row.size() != columns; })) {
        return std::nullopt;
    }
    if (columns == 1) {
        return namesOf(all, std::nullopt, 0);
    }
    constexpr std::array<std::string_view, 9> nameTitles {
        "display_name", "class_name", "classname", "name", "names", "label", "labels", "class", "text"};
    const std::optional<size_t> titled = columnCalled(all.front(), nameTitles);
    const Rows below = Rows(all).subspan(1);
    const auto isIn = [](Rows rows) {
        return [rows](size_t column) { return !rows.empty() && isClassNumbers(rows, column); };
    };
    // A title stands above numbers and is none.
    std::optional<size_t> numbers = firstColumn(columns, isIn(all));
    const bool hasTitles = titled.has_value() || !numbers;
    const Rows rows = hasTitles ? below : Rows(all);
    numbers = hasTitles ? firstColumn(columns, isIn(below)) : numbers;
    const std::optional<size_t> names = titled && titled != numbers ? titled
        : numbers ? firstColumn(columns, [rows](size_t column) { return !isNumbers(rows, column); })
                  : std::nullopt;
    return names ? std::optional(namesOf(rows, numbers, *names)) : std::nullopt;
}

} // namespace weightless
