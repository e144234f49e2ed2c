// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/typednumbers.h"

#include <QLocale>
#include <QStringList>

namespace weightless::ui {

namespace {

// Without separators of groups, of which some locale's is another one's decimal point.
QLocale typingLocale(QLocale locale = {})
{
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::RejectGroupSeparator);
    return locale;
}

// In the user's way of writing numbers, or in that of programs.
std::optional<FillNumber> numberIn(const QString& text)
{
    for (const QLocale& locale : {typingLocale(), typingLocale(QLocale::c())}) {
        bool isNumber = false, isWhole = false;
        FillNumber number {locale.toDouble(text, &isNumber)};
        if (!isNumber)
            continue;
        const qlonglong whole = locale.toLongLong(text, &isWhole);
        if (isWhole) {
            number.whole = whole;
        } else if (const qulonglong large = locale.toULongLong(text, &isWhole); isWhole) {
            number.large = large;
        }
        return number;
    }
    return std::nullopt;
}

} // namespace

QString textOf(const FillNumber& number)
{
    const QLocale locale = typingLocale();
    if (number.whole)
        return locale.toString(static_cast<qlonglong>(*number.whole));
    if (number.large)
        return locale.toString(static_cast<qulonglong>(*number.large));
    return locale.toString(number.value, 'g', QLocale::FloatingPointShortest);
}

QString textOf(const InputSource& source)
{
    if (source.list.empty())
        return textOf(source.number);
    QStringList texts;
    for (const FillNumber& number : source.list)
        texts.append(textOf(number));
    return texts.join(QStringLiteral(", "));
}

std::optional<std::vector<FillNumber>> numbersIn(const QString& text)
{
    if (const auto one = numberIn(text))
        return std::vector {*one};
    QString list = text.simplified();
    if (list.startsWith(QLatin1Char('[')) && list.endsWith(QLatin1Char(']')))
        list = list.sliced(1, list.size() - 2);
    std::vector<FillNumber> numbers;
    for (QString word : list.replace(QLatin1Char(';'), QLatin1Char(' ')).split(u' ', Qt::SkipEmptyParts)) {
        if (word.endsWith(QLatin1Char(',')))
            word.chop(1);
        const auto number = numberIn(word);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers.empty() ? std::nullopt : std::optional(numbers);
}

} // namespace weightless::ui
