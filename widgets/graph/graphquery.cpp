// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphquery.h"

#include <QStringList>

#include <array>
#include <cmath>
#include <utility>

namespace weightless::widgets {

namespace {

// At white space, except inside quotes, which are taken away.
QStringList splitWords(const QString& text)
{
    QStringList words;
    QString word;
    bool isQuoted = false;
    for (const QChar character : text) {
        if (character == QLatin1Char('"')) {
            isQuoted = !isQuoted;
        } else if (character.isSpace() && !isQuoted) {
            words.append(word);
            word.clear();
        } else {
            word.append(character);
        }
    }
    words.append(word);
    words.removeAll(QString());
    return words;
}

// Takes `prefix` from the front of what is left, in any case.
bool take(QStringView& rest, QLatin1String prefix)
{
    if (!rest.startsWith(prefix, Qt::CaseInsensitive))
        return false;
    rest = rest.mid(prefix.size());
    return true;
}

// The first of the prefixes that is there; longer ones stand before what they begin with.
template <typename Value, size_t count>
std::optional<Value> takeOne(
    QStringView& rest, const std::array<std::pair<QLatin1String, Value>, count>& prefixes)
{
    for (const auto& [prefix, value] : prefixes)
        if (take(rest, prefix))
            return value;
    return std::nullopt;
}

// Digits, with a point between them at most.
std::optional<double> takeNumber(QStringView& rest)
{
    const auto digitsFrom = [&rest](qsizetype from) {
        while (from < rest.size() && rest[from] >= QLatin1Char('0') && rest[from] <= QLatin1Char('9'))
            ++from;
        return from;
    };
    qsizetype end = digitsFrom(0);
    if (end == 0)
        return std::nullopt;
    if (end < rest.size() && rest[end] == QLatin1Char('.')) {
        const qsizetype fraction = digitsFrom(end + 1);
        end = fraction > end + 1 ? fraction : end;
    }
    const double number = rest.left(end).toDouble();
    rest = rest.mid(end);
    return number;
}

// By hand: a regular expression of Qt's must not be used in a thread that ends before the program where the
// compiler destroys what is local to a thread after its memory is gone (mingw).
std::optional<GraphQuery::Limit> limitOf(const QString& word)
{
    using Amount = GraphQuery::Amount;
    using Comparison = GraphQuery::Comparison;
    static constexpr std::array<std::pair<QLatin1String, Amount>, 4> amounts {
        {{QLatin1String("bytes"), Amount::Bytes}, {QLatin1String("size"), Amount::Bytes},
            {QLatin1String("parameters"), Amount::Parameters},
            {QLatin1String("params"), Amount::Parameters}}};
    static constexpr std::array<std::pair<QLatin1String, Comparison>, 6> signs {
        {{QLatin1String("<="), Comparison::AtMost}, {QLatin1String(">="), Comparison::AtLeast},
            {QLatin1String("<"), Comparison::Less}, {QLatin1String(">"), Comparison::More},
            {QLatin1String("="), Comparison::Equal}, {QLatin1String(":"), Comparison::Equal}}};
    static constexpr std::array<std::pair<QLatin1String, int>, 4> powers {
        {{QLatin1String("k"), 1}, {QLatin1String("m"), 2}, {QLatin1String("g"), 3}, {QLatin1String("t"), 4}}};
    QStringView rest(word);
    const auto amount = takeOne(rest, amounts);
    const auto comparison = amount ? takeOne(rest, signs) : std::nullopt;
    const auto number = comparison ? takeNumber(rest) : std::nullopt;
    if (!number)
        return std::nullopt;
    const int power = takeOne(rest, powers).value_or(0);
    take(rest, QLatin1String("ib")) || take(rest, QLatin1String("b"));
    if (!rest.isEmpty())
        return std::nullopt;
    const double base = *amount == Amount::Bytes ? 1024 : 1000;
    return GraphQuery::Limit {*amount, *comparison, *number * std::pow(base, power)};
}

} // namespace

bool GraphQuery::Limit::holds(double other) const
{
    switch (comparison) {
    case Comparison::Less:
        return other < value;
    case Comparison::AtMost:
        return other <= value;
    case Comparison::AtLeast:
        return other >= value;
    case Comparison::More:
        return other > value;
    case Comparison::Equal:
        return other == value;
    }
    return false;
}

std::string searchForm(const QString& text)
{
    return text.toLower().toStdString();
}

std::string shapeForm(const QString& text)
{
    QString form = text.toLower();
    form.replace(QLatin1Char('x'), QChar(u'×')).replace(QLatin1Char('*'), QChar(u'×'));
    form.replace(QLatin1Char(','), QChar(u'×')).remove(QLatin1Char('[')).remove(QLatin1Char(']'));
    return form.toStdString();
}

GraphQuery GraphQuery::parse(const QString& text)
{
    struct Key {
        QLatin1String name;
        Field field;
    };
    static const std::array keys {Key {QLatin1String("op:"), Field::Operator},
        Key {QLatin1String("name:"), Field::Name}, Key {QLatin1String("type:"), Field::Type},
        Key {QLatin1String("shape:"), Field::Shape}, Key {QLatin1String("attr:"), Field::Attribute}};
    GraphQuery query;
    const QStringList words = splitWords(text);
    for (const QString& word : words) {
        if (const std::optional<Limit> limit = limitOf(word)) {
            query.limits.push_back(*limit);
            continue;
        }
        Word parsed {Field::Any, searchForm(word)};
        for (const Key& key : keys) {
            if (!word.startsWith(key.name, Qt::CaseInsensitive))
                continue;
            const QString rest = word.sliced(key.name.size());
            parsed = {key.field, key.field == Field::Shape ? shapeForm(rest) : searchForm(rest)};
        }
        // "op:" is what a user types before "op:Conv".
        if (!parsed.text.empty())
            query.words.push_back(std::move(parsed));
    }
    return query;
}

} // namespace weightless::widgets
