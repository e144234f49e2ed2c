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

struct Row {
    size_t line = 0; // that it begins in, from 1
    std::vector<std::string> cells = {};
};
using Rows = std::span<const Row>;

// The cell that begins at `begin`, which is then behind it, at its separator, the end of its line or of all.
std::string takeCell(std::string_view text, size_t& begin, char separator)
{
    while (begin < text.size() && text[begin] != separator && (text[begin] == ' ' || text[begin] == '\t')) {
        ++begin;
    }
    std::string cell;
    bool isInQuotes = begin < text.size() && text[begin] == '"';
    begin += isInQuotes ? 1 : 0;
    size_t quoted = 0; // of the cell, so far
    for (; begin < text.size(); ++begin) {
        const char c = text[begin];
        if (isInQuotes && c == '"') {
            const bool isDoubled = begin + 1 < text.size() && text[begin + 1] == '"';
            isInQuotes = isDoubled;
            begin += isDoubled ? 1 : 0;
            if (!isDoubled) {
                quoted = cell.size();
                continue;
            }
        } else if (!isInQuotes && (c == separator || c == '\n')) {
            break;
        }
        cell += c;
    }
    cell.erase(std::max(quoted, cell.find_last_not_of(" \t\r") + 1));
    return cell;
}

bool isEmpty(const Row& row)
{
    return std::ranges::all_of(row.cells, &std::string::empty);
}

// In a table of one column, empty rows are names, as empty lines are; but not at its end.
std::vector<Row> rowsOf(std::string_view text, char separator)
{
    std::vector<Row> rows;
    size_t line = 1;
    bool hasColumns = false;
    for (size_t begin = 0; begin < text.size(); ++begin) {
        const size_t first = begin;
        Row row {.line = line};
        row.cells.push_back(takeCell(text, begin, separator));
        while (begin < text.size() && text[begin] == separator) {
            ++begin;
            row.cells.push_back(takeCell(text, begin, separator));
        }
        line += 1 + static_cast<size_t>(std::ranges::count(text.substr(first, begin - first), '\n'));
        hasColumns |= row.cells.size() > 1;
        rows.push_back(std::move(row));
    }
    if (hasColumns) {
        std::erase_if(rows, isEmpty);
    }
    while (!rows.empty() && isEmpty(rows.back())) {
        rows.pop_back();
    }
    return rows;
}

// Of rows that have not all as many columns.
std::optional<std::string> unevenRow(Rows rows)
{
    const Row& first = rows.front();
    const auto uneven =
        std::ranges::find_if(rows, [&](const Row& row) { return row.cells.size() != first.cells.size(); });
    if (uneven == rows.end()) {
        return std::nullopt;
    }
    const auto columns = [](size_t count) {
        return std::to_string(count) + (count == 1 ? " column" : " columns");
    };
    return "has " + columns(uneven->cells.size()) + " in line " + std::to_string(uneven->line) + " and "
        + columns(first.cells.size()) + " in line " + std::to_string(first.line)
        + ": a name with a separator in it stands in quotes";
}

bool isNumbers(Rows rows, size_t column)
{
    return std::ranges::all_of(
        rows, [column](const Row& row) { return classNumberIn(row.cells[column]).has_value(); });
}

// Numbers of classes are below the most that there may be, and each is there once.
bool canBeClassNumbers(Rows rows, size_t column)
{
    std::set<uint64_t> seen;
    return std::ranges::all_of(rows, [&](const Row& row) {
        const auto number = classNumberIn(row.cells[column]);
        return number && *number < mostLabels && seen.insert(*number).second;
    });
}

// Nothing else counts rows from 0 or 1 on.
bool countsClasses(Rows rows, size_t column)
{
    if (!canBeClassNumbers(rows, column)) {
        return false;
    }
    const auto numberOf = [column](const Row& row) { return classNumberIn(row.cells[column]).value_or(0); };
    const auto [least, most] = std::ranges::minmax(rows, {}, numberOf);
    return numberOf(least) <= 1 && numberOf(most) - numberOf(least) + 1 == rows.size();
}

std::optional<size_t> columnCalled(
    const std::vector<std::string>& titles, std::span<const std::string_view> names)
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

// The column of the classes' numbers; other columns may hold sizes, or the parts of a colour.
std::optional<size_t> numbersIn(const std::vector<std::string>& first, Rows rows, bool hasTitles)
{
    constexpr std::array<std::string_view, 11> numberTitles {"class_id", "class_index", "classid", "id",
        "index", "idx", "number", "category_id", "label", "class", ""};
    const std::optional<size_t> titled = hasTitles ? columnCalled(first, numberTitles) : std::nullopt;
    if (titled && canBeClassNumbers(rows, *titled)) {
        return titled;
    }
    const auto counting =
        firstColumn(first.size(), [rows](size_t column) { return countsClasses(rows, column); });
    return counting || !canBeClassNumbers(rows, 0) ? counting : std::optional<size_t>(0);
}

std::vector<std::string> namesOf(Rows rows, std::optional<size_t> numbers, size_t names)
{
    std::vector<std::string> labels;
    for (const Row& row : rows) {
        const size_t index =
            numbers ? static_cast<size_t>(classNumberIn(row.cells[*numbers]).value_or(0)) : labels.size();
        labels.resize(std::max(labels.size(), index + 1));
        labels[index] = row.cells[names];
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

TableNames namesInTable(const std::string& text, char separator)
{
    // As spreadsheets write it where a comma is in numbers.
    const bool hasSemicolons =
        separator == ',' && text.find(',') == std::string::npos && text.find(';') != std::string::npos;
    const std::vector<Row> all = rowsOf(text, hasSemicolons ? ';' : separator);
    if (all.empty()) {
        return {};
    }
    if (std::optional<std::string> uneven = unevenRow(all)) {
        return {.names = {}, .problem = *std::move(uneven)};
    }
    const std::vector<std::string>& first = all.front().cells;
    constexpr std::array<std::string_view, 9> nameTitles {
        "display_name", "class_name", "classname", "name", "names", "label", "labels", "class", "text"};
    if (first.size() == 1) {
        const auto titles = std::span(nameTitles).first(nameTitles.size() - 1); // a class may be called text
        const bool hasTitle = all.size() > 1 && columnCalled(first, titles).has_value();
        return {namesOf(Rows(all).subspan(hasTitle ? 1 : 0), std::nullopt, 0)};
    }
    // A title stands above numbers and is none.
    const bool hasTitles = !firstColumn(first.size(), [&](size_t column) { return isNumbers(all, column); });
    const Rows rows = Rows(all).subspan(hasTitles ? 1 : 0);
    const std::optional<size_t> numbers = rows.empty() ? std::nullopt : numbersIn(first, rows, hasTitles);
    const std::optional<size_t> titled = columnCalled(first, nameTitles);
    if (!rows.empty() && hasTitles && titled && titled != numbers && !isNumbers(rows, *titled)) {
        return {namesOf(rows, numbers, *titled)};
    }
    const std::optional<size_t> names = numbers || !hasTitles
        ? firstColumn(first.size(), [&](size_t column) { return !isNumbers(rows, column); })
        : std::nullopt;
    if (!names) {
        return {.names = {},
            .problem = "has several columns, of which none is known to be the name of the class"};
    }
    return {namesOf(rows, numbers, *names)};
}

} // namespace weightless
