// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plaintext.h"

#include <QString>

#include <cstddef>
#include <string>
#include <vector>

namespace weightless::ui {

struct ModelDocument;

// What the texts of the Properties page are made of: rich text of headings, tables and links.
namespace properties {

// Rich text is laid out whole, which takes a second for each few thousand rows: of a list its beginning, and
// how much more there is.
inline constexpr size_t shownEntries = 200;
inline constexpr qint64 shownValues = 16; // of a tensor

// Texts that are more than names, in letters; of longer ones the middle is left out.
inline constexpr qsizetype longestMetadata = 2000;
inline constexpr qsizetype longestAttribute = 4000;
inline constexpr qsizetype longestDocumentation = 20'000; // it has places to break at

// Text of the model as rich text, as widgets::shownName() shows it.
[[nodiscard]] QString escaped(const QString& text, qsizetype most = widgets::longestShownName);
[[nodiscard]] QString escaped(const std::string& text, qsizetype most = widgets::longestShownName);
[[nodiscard]] QString heading(const QString& text);
[[nodiscard]] QString row(const QString& name, const QString& value);
[[nodiscard]] QString table(const QString& rows);
[[nodiscard]] QString more(size_t count, size_t most = shownEntries);
[[nodiscard]] QString link(const QString& target, const QString& text);
// To a node of the drawn graph, by its name or, where it has none, by what it does.
[[nodiscard]] QString nodeLink(const ModelDocument& document, int node);
// What a narrow panel may break before the last digits of a long number, and among no others.
[[nodiscard]] QString figure(QString text);
[[nodiscard]] QString number(qint64 value);

template <typename Entries, typename TextOf>
QString firstOf(const Entries& entries, const TextOf& textOf, size_t most = shownEntries)
{
    QString text;
    size_t count = 0;
    for (const auto& entry : entries) {
        if (count++ == most)
            break;
        text += textOf(entry);
    }
    return text;
}

template <typename Entries, typename RowOf>
QString firstRows(const Entries& entries, const RowOf& rowOf)
{
    const QString left = more(entries.size());
    return firstOf(entries, rowOf) + (left.isEmpty() ? left : row(QString(), left));
}

} // namespace properties

} // namespace weightless::ui
