// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphquery.h"

#include <QRegularExpression>
#include <QStringList>

#include <array>
#include <cmath>

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

std::optional<GraphQuery::Limit> limitOf(const QString& word)
{
    static const QRegularExpression form(
        QStringLiteral(
            "^(bytes|size|params|parameters)(<=|>=|<|>|=|:)([0-9]+(?:\\.[0-9]+)?)([kmgt]?)(?:i?b)?$"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = form.match(word);
    if (!match.hasMatch())
        return std::nullopt;
    GraphQuery::Limit limit;
    const bool isBytes = match.captured(1).compare(QLatin1String("bytes"), Qt::CaseInsensitive) == 0
        || match.captured(1).compare(QLatin1String("size"), Qt::CaseInsensitive) == 0;
    limit.amount = isBytes ? GraphQuery::Amount::Bytes : GraphQuery::Amount::Parameters;
    const QString sign = match.captured(2);
    limit.comparison = sign == QLatin1String("<=") ? GraphQuery::Comparison::AtMost
        : sign == QLatin1String(">=")              ? GraphQuery::Comparison::AtLeast
        : sign == QLatin1String("<")               ? GraphQuery::Comparison::Less
        : sign == QLatin1String(">")               ? GraphQuery::Comparison::More
                                                   : GraphQuery::Comparison::Equal;
    const QString unit = match.captured(4).toLower();
    const double base = isBytes ? 1024 : 1000;
    const auto power = unit.isEmpty() ? 0 : QStringLiteral("kmgt").indexOf(unit.front()) + 1;
    limit.value = match.captured(3).toDouble() * std::pow(base, static_cast<double>(power));
    return limit;
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
