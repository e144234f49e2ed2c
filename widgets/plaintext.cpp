// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plaintext.h"

#include <QTextDocument>

#include <algorithm>
#include <utility>

namespace weightless::widgets {

namespace {

// Embeddings, overrides and isolates: what is not ended in the name goes on in the text behind it.
bool turnsText(QChar letter)
{
    const char16_t code = letter.unicode();
    return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

bool isControl(QChar letter)
{
    const QChar::Category category = letter.category();
    return category == QChar::Other_Control || category == QChar::Separator_Line
        || category == QChar::Separator_Paragraph;
}

constexpr qsizetype longestToolTip = 4000;

// With its middle left out where it is longer than `most`; a letter of two units is not cut apart.
QString shortened(const QString& text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    qsizetype begin = most / 2;
    qsizetype end = text.size() - (most - begin - 1);
    if (begin > 0 && text[begin - 1].isHighSurrogate())
        --begin;
    if (end < text.size() && text[end].isLowSurrogate())
        ++end;
    return text.first(begin) + QChar(0x2026) + text.sliced(end);
}

} // namespace

QString shownName(const QString& whole, qsizetype most)
{
    QString name = shortened(whole, most);
    const auto isOdd = [](QChar letter) { return turnsText(letter) || isControl(letter); };
    if (std::none_of(name.cbegin(), name.cend(), isOdd))
        return name;
    QString shown;
    shown.reserve(name.size());
    for (const QChar letter : std::as_const(name)) {
        if (turnsText(letter))
            continue;
        if (!isControl(letter))
            shown += letter;
        else
            shown += letter.isSpace() ? QChar(QChar::Space) : QChar(QChar::ReplacementCharacter);
    }
    return shown;
}

QString plainToolTip(const QString& text)
{
    QString shown = shortened(text, longestToolTip);
    if (std::any_of(shown.cbegin(), shown.cend(), turnsText))
        shown.removeIf(turnsText);
    return Qt::mightBeRichText(shown) ? Qt::convertFromPlainText(shown) : shown;
}

} // namespace weightless::widgets
