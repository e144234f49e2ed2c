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
    const bool endsLine = begin == text.size() || text[begin] == '\n';
    if (cell.ends_with('\r') && (!isQuoted || endsLine)) {
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
bool canBeClassNumbers(Rows rows, size_t column)
{
    std::set<uint64_t> seen;
    return std::ranges::all_of(rows, [&](const Row& row) {
        const auto number = classNumberIn(row[column]);
        return number && *number < mostLabels && seen.insert(*number).second;
    });
}

// Nothing else counts rows from 0 or 1 on.
bool countsClasses(Rows rows, size_t column)
{
    if (!canBeClassNumbers(rows, column)) {
        return false;
    }
    const auto numberOf = [column](const Row& row) { return classNumberIn(row[column]).value_or(0); };
    const auto [least, most] = std::ranges::minmax(rows, {}, numberOf);
    return numberOf(least) <= 1 && numberOf(most) - numberOf(least) + 1 == rows.size();
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

// The column of the classes' numbers; other columns may hold sizes, or the parts of a colour.
std::optional<size_t> numbersIn(const Row& first, Rows rows, bool hasTitles)
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
    // As spreadsheets write it where a comma is in numbers.
    const bool hasSemicolons =
        separator == ',' && text.find(',') == std::string::npos && text.find(';') != std::string::npos;
    const std::vector<Row> all = rowsOf(text, hasSemicolons ? ';' : separator);
    if (all.empty()) {
        return std::vector<std::string>();
    }
    const size_t columns = all.front().size();
    if (std::ranges::any_of(all, [columns](const Row& row) { return row.size() != columns; })) {
        return std::nullopt;
    }
    constexpr std::array<std::string_view, 9> nameTitles {
        "display_name", "class_name", "classname", "name", "names", "label", "labels", "class", "text"};
    if (columns == 1) {
        const auto titles = std::span(nameTitles).first(nameTitles.size() - 1); // a class may be called text
        const bool hasTitle = all.size() > 1 && columnCalled(all.front(), titles).has_value();
        return namesOf(Rows(all).subspan(hasTitle ? 1 : 0), std::nullopt, 0);
    }
    // A title stands above numbers and is none.
    const bool hasTitles = !firstColumn(columns, [&](size_t column) { return isNumbers(all, column); });
    const Rows rows = Rows(all).subspan(hasTitles ? 1 : 0);
    if (rows.empty()) {
        return std::nullopt;
    }
    const std::optional<size_t> numbers = numbersIn(all.front(), rows, hasTitles);
    const std::optional<size_t> titled = columnCalled(all.front(), nameTitles);
    if (hasTitles && titled && titled != numbers && !isNumbers(rows, *titled)) {
        return namesOf(rows, numbers, *titled);
    }
    const std::optional<size_t> names = numbers || !hasTitles
        ? firstColumn(columns, [&](size_t column) { return !isNumbers(rows, column); })
        : std::nullopt;
    return names ? std::optional(namesOf(rows, numbers, *names)) : std::nullopt;
}

} // namespace weightless
