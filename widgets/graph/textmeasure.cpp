// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/textmeasure.h"

#include "widgets/plaintext.h"

#include <QFontInfo>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

constexpr char16_t ellipsisCharacter = u'…';

} // namespace

TextMeasure::TextMeasure(const QFont& base)
    : m_title(titleOf(base))
    , m_small(smallOf(base))
{
}

QFont TextMeasure::titleOf(QFont font)
{
    font.setPixelSize(std::clamp(QFontInfo(font).pixelSize(), 10, 40));
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont TextMeasure::smallOf(QFont font)
{
    const int size = std::clamp(QFontInfo(font).pixelSize(), 10, 40);
    font.setPixelSize(std::max(9, static_cast<int>(std::lround(size * 0.86))));
    return font;
}

TextMeasure::Face::Face(const QFont& faceFont)
    : font(faceFont)
{
    const QFontMetricsF metrics(font);
    height = std::ceil(metrics.height());
    for (std::size_t i = 0; i < ascii.size(); ++i)
        ascii[i] = static_cast<float>(
            metrics.horizontalAdvance(QChar(static_cast<char16_t>(std::max<std::size_t>(i, ' ')))));
    other = static_cast<float>(std::max(metrics.horizontalAdvance(QChar(u'W')), metrics.height() * 0.9));
    ellipsis = static_cast<float>(metrics.horizontalAdvance(QChar(ellipsisCharacter)));
}

double TextMeasure::Face::advance(QChar character) const
{
    const char16_t code = character.unicode();
    if (code == ellipsisCharacter)
        return ellipsis;
    if (code == u'×' || code == u'·')
        return ascii[static_cast<std::size_t>('x')];
    return code < ascii.size() ? ascii[code] : other;
}

double TextMeasure::Face::width(QStringView text) const
{
    double sum = 0;
    for (QChar character : text)
        sum += advance(character);
    return sum;
}

QString TextMeasure::Face::elidedRight(const QString& text, double limit) const
{
    if (width(text) <= limit)
        return shownName(text);
    double sum = ellipsis;
    qsizetype kept = 0;
    while (kept < text.size() && sum + advance(text[kept]) <= limit)
        sum += advance(text[kept++]);
    if (kept > 0 && text[kept - 1].isHighSurrogate())
        --kept;
    return shownName(text.first(kept)) + QChar(ellipsisCharacter);
}

QString TextMeasure::Face::elidedLeft(const QString& text, double limit) const
{
    if (width(text) <= limit)
        return shownName(text);
    double sum = ellipsis;
    qsizetype first = text.size();
    while (first > 0 && sum + advance(text[first - 1]) <= limit)
        sum += advance(text[--first]);
    if (first < text.size() && text[first].isLowSurrogate())
        ++first;
    return QChar(ellipsisCharacter) + shownName(text.sliced(first));
}

} // namespace weightless::widgets
