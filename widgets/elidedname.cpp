// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elidedname.h"

#include "widgets/plaintext.h"

#include <QApplication>
#include <QFontMetrics>

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr qsizetype longestName = 1000; // that words are looked for in: names come from files

struct Word {
    QStringView text; // up to a number
    QStringView rest; // the number, and what separates it from the next word
};

QList<Word> wordsOf(QStringView name)
{
    constexpr QStringView separators = u"/.:";
    const auto isText = [separators](
                            QChar letter) { return !letter.isDigit() && !separators.contains(letter); };
    QList<Word> words;
    for (qsizetype begin = 0; begin < name.size();) {
        qsizetype number = begin;
        while (number < name.size() && isText(name[number]))
            ++number;
        qsizetype end = number;
        while (end < name.size() && !isText(name[end]))
            ++end;
        words.append({name.sliced(begin, number - begin), name.sliced(number, end - number)});
        begin = end;
    }
    return words;
}

constexpr QChar ellipsis(0x2026);

// How a name is cut: its scopes to their first letters, and the outermost of them away.
struct Cut {
    qsizetype first = 0; // word that is left; the number before it stays
    qsizetype letters = 1; // of each scope
    qsizetype whole = 2; // words at the end
    bool isMarked = true; // with an ellipsis; a single letter says as much
};

QString shortened(const QList<Word>& words, const Cut& cut)
{
    constexpr qsizetype shortWord = 3; // saves nothing
    QString text;
    if (cut.first > 0)
        text = ellipsis + words[cut.first - 1].rest;
    for (qsizetype i = cut.first; i < words.size(); ++i) {
        const Word& word = words[i];
        qsizetype kept = std::min(word.text.size(), std::max(cut.letters, qsizetype {1}));
        if (kept > 0 && kept < word.text.size() && word.text[kept - 1].isHighSurrogate())
            --kept;
        const bool isLong = word.text.size() > shortWord && kept + 1 < word.text.size();
        const bool isCut = i + cut.whole < words.size() && (isLong || !cut.isMarked);
        text += isCut ? word.text.first(kept) : word.text;
        if (isCut && cut.isMarked)
            text += ellipsis;
        text += word.rest;
    }
    return text;
}

} // namespace

QString elidedName(const QString& name, const QFontMetrics& metrics, int width)
{
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= width; };
    if (name.size() > longestName || fits(name))
        return metrics.elidedText(name, Qt::ElideMiddle, width);
    const QList<Word> words = wordsOf(name);
    qsizetype most = 1;
    for (const Word& word : words)
        most = std::max(most, word.text.size());
    // What a name is for comes last ("conv1.weight"): its scopes give way first, but for their numbers.
    if (fits(shortened(words, {.letters = 1}))) {
        qsizetype least = 1;
        while (least < most) { // the most letters that fit
            const qsizetype letters = (least + most + 1) / 2;
            if (fits(shortened(words, {.letters = letters})))
                least = letters;
            else
                most = letters - 1;
        }
        return shortened(words, {.letters = least});
    }
    for (const qsizetype whole : {2, 1, 0}) {
        if (QString text = shortened(words, {.whole = whole, .isMarked = false}); fits(text))
            return text;
    }
    for (const qsizetype whole : {2, 1}) {
        const auto from = [&](qsizetype first) {
            return shortened(words, {.first = first, .whole = whole, .isMarked = false});
        };
        qsizetype least = 1, end = words.size() - whole + 1;
        while (least < end) { // the first that fits: without one more word the rest is narrower
            const qsizetype first = least + (end - least) / 2;
            if (fits(from(first)))
                end = first;
            else
                least = first + 1;
        }
        if (least + whole <= words.size())
            return from(least);
    }
    return metrics.elidedText(
        words.isEmpty() ? name : shortened(words, {.first = words.size() - 1, .whole = 1}), Qt::ElideMiddle,
        width);
}

QString elidedPlace(const QString& place, const QFontMetrics& metrics, int width)
{
    const qsizetype at = place.lastIndexOf(QLatin1String(" @ "));
    if (metrics.horizontalAdvance(place) <= width)
        return place;
    const int left = at < 0 ? 0 : width - metrics.horizontalAdvance(place.sliced(at));
    if (left >= metrics.horizontalAdvance(ellipsis))
        return metrics.elidedText(place.first(at), Qt::ElideMiddle, left) + place.sliced(at);
    return metrics.elidedText(place, Qt::ElideMiddle, width);
}

NameDelegate::NameDelegate(QObject* parent, Elision elision)
    : QStyledItemDelegate(parent)
    , m_elision(elision)
{
}

QString NameDelegate::displayText(const QVariant& value, const QLocale& locale) const
{
    return shownName(QStyledItemDelegate::displayText(value, locale));
}

void NameDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &item, item.widget) + 1;
    const QRect room = style->subElementRect(QStyle::SE_ItemViewItemText, &item, item.widget);
    item.text = m_elision(item.text, item.fontMetrics, room.width() - 2 * margin);
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
}

} // namespace weightless::widgets
