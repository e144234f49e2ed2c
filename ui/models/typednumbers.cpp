// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/typednumbers.h"

#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

namespace weightless::ui {

namespace {

// Without separators of groups, of which some locale's is another one's decimal point.
QLocale typingLocale(QLocale locale = {})
{
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::RejectGroupSeparator);
    return locale;
}

std::optional<FillNumber> numberIn(const QString& text, const QLocale& locale)
{
    bool isNumber = false, isWhole = false;
    FillNumber number {locale.toDouble(text, &isNumber)};
    if (!isNumber)
        return std::nullopt;
    const qlonglong whole = locale.toLongLong(text, &isWhole);
    if (isWhole) {
        number.whole = whole;
    } else if (const qulonglong large = locale.toULongLong(text, &isWhole); isWhole) {
        number.large = large;
    }
    return number;
}

// In the user's way of writing numbers, or in that of programs.
std::optional<FillNumber> numberIn(const QString& text)
{
    const auto number = numberIn(text, typingLocale());
    return number ? number : numberIn(text, typingLocale(QLocale::c()));
}

// What stands in brackets, those of rows in it being blanks; nullopt where they do not match, or numbers
// stand outside.
std::optional<QString> insideBrackets(QString text)
{
    int depth = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        depth += text[i] == u'[' ? 1 : text[i] == u']' ? -1 : 0;
        if (depth < 0 || (depth == 0 && i + 1 < text.size()))
            return std::nullopt;
    }
    if (depth > 0)
        return std::nullopt;
    static const QRegularExpression separatorOfNothing(QStringLiteral("(?<=[^\\s,;[]) *[,;] *(?=\\])"));
    return text.remove(separatorOfNothing).replace(u'[', u' ').replace(u']', u' ').simplified();
}

// Of a list as people and programs write it: one empty word stands for each number that is missing.
QStringList wordsOf(QString list, bool isCommaInNumbers)
{
    static const QRegularExpression lastSeparator(QStringLiteral(" *[,;]$"));
    static const QRegularExpression separator(QStringLiteral(" *[,;] *| +"));
    static const QRegularExpression separatorWithBlank(QStringLiteral(" *; *| *, +| +"));
    return list.remove(lastSeparator).split(isCommaInNumbers ? separatorWithBlank : separator);
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
    const QString typed = text.simplified();
    const bool isInBrackets = typed.contains(u'[') || typed.contains(u']');
    const std::optional<QString> list = isInBrackets ? insideBrackets(typed) : typed;
    if (!list)
        return std::nullopt;
    const bool isCommaInNumbers = !isInBrackets && typingLocale().decimalPoint() == QLatin1String(",");
    std::vector<FillNumber> numbers;
    for (const QString& word : wordsOf(*list, isCommaInNumbers)) {
        // A comma without a digit on either side may be one between numbers.
        const bool isWhole = !word.startsWith(u',') && !word.endsWith(u',');
        const auto number = isInBrackets ? numberIn(word, typingLocale(QLocale::c()))
            : isWhole                    ? numberIn(word)
                                         : std::nullopt;
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

} // namespace weightless::ui
