// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure.h"

#include <QEvent>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

constexpr int inset = 6;
constexpr int usualLetters = 29; // of a line of the note
constexpr int leastLetters = 19;
constexpr int lineGap = 2;

double digitWidth(const QFontMetricsF& metrics)
{
    double widest = 0;
    for (char16_t digit = u'0'; digit <= u'9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QChar(digit)));
    return widest;
}

// Not every font has digits of one width, and Qt cannot ask every font for them.
void drawTabular(QPainter& painter, QPointF baseline, const QString& text)
{
    const QFontMetricsF metrics(painter.font());
    const double cell = digitWidth(metrics);
    for (const QChar& letter : text) {
        const double width = metrics.horizontalAdvance(letter);
        const bool isDigit = letter.isDigit();
        painter.drawText(baseline + QPointF(isDigit ? (cell - width) / 2 : 0, 0), QString(letter));
        baseline.rx() += isDigit ? cell : width;
    }
}

double tabularWidth(const QFontMetricsF& metrics, const QString& text)
{
    double width = 0;
    for (const QChar& letter : text)
        width += letter.isDigit() ? digitWidth(metrics) : metrics.horizontalAdvance(letter);
    return width;
}

} // namespace

Figure::Figure(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void Figure::setTitle(const QString& title)
{
    m_title = title;
    updateGeometry();
    speak();
}

void Figure::setValue(const QString& value)
{
    if (m_value == value)
        return;
    m_value = value;
    speak();
}

void Figure::setNote(const QString& note)
{
    if (m_note == note)
        return;
    m_note = note;
    speak();
}

void Figure::speak()
{
    setAccessibleName(m_title);
    setAccessibleDescription(m_value + QStringLiteral(", ") + m_note);
    setToolTip(m_note);
    update();
}

// Whole lines only.
void Figure::drawNote(QPainter& painter, const QRectF& room) const
{
    QString text = m_note;
    QTextLayout layout(text.replace(QLatin1Char('\n'), QChar::LineSeparator), titleFont(), this);
    layout.beginLayout();
    double bottom = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(room.width());
        line.setPosition({0, bottom});
        bottom += lineHeight();
        if (bottom > room.height() + 1)
            break;
        line.draw(&painter, room.topLeft());
    }
    layout.endLayout();
}

QFont Figure::titleFont() const
{
    return font();
}

QFont Figure::valueFont() const
{
    QFont larger = font();
    larger.setPointSizeF(font().pointSizeF() * 1.9);
    larger.setWeight(QFont::DemiBold);
    return larger;
}

// Letters that the font has not come from another one, whose lines may be higher.
double Figure::lineHeight() const
{
    const QFontMetricsF metrics(titleFont());
    const double drawn =
        metrics.boundingRect(QRectF(0, 0, QWIDGETSIZE_MAX, QWIDGETSIZE_MAX), 0, m_title).height();
    return std::ceil(std::max(metrics.lineSpacing(), drawn));
}

QSize Figure::sizeHint() const
{
    const double lines = lineHeight() * (1 + m_noteLines);
    const double value = QFontMetricsF(valueFont()).height();
    return {static_cast<int>(QFontMetricsF(font()).averageCharWidth() * usualLetters) + 2 * inset,
        static_cast<int>(lines + value) + 2 * inset + 2 * lineGap};
}

QSize Figure::minimumSizeHint() const
{
    const double noteHeight = lineHeight() * m_noteLines;
    return {static_cast<int>(QFontMetricsF(font()).averageCharWidth() * leastLetters) + 2 * inset,
        sizeHint().height() - static_cast<int>(noteHeight)};
}

void Figure::setNoteLines(int lines)
{
    if (m_noteLines == lines)
        return;
    m_noteLines = lines;
    updateGeometry();
    update();
}

void Figure::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const QRectF inner = QRectF(rect()).adjusted(inset, inset, -inset, -inset);
    const QColor text = palette().color(QPalette::WindowText);
    QColor quiet = text;
    quiet.setAlphaF(0.78F);
    const QFontMetricsF titles(titleFont());
    painter.setFont(titleFont());
    painter.setPen(quiet);
    painter.drawText(
        inner, Qt::AlignLeft | Qt::AlignTop, titles.elidedText(m_title, Qt::ElideRight, inner.width()));
    QFont large = valueFont();
    while (large.pointSizeF() > font().pointSizeF()
        && tabularWidth(QFontMetricsF(large), m_value) > inner.width())
        large.setPointSizeF(large.pointSizeF() - 1);
    painter.setFont(large);
    painter.setPen(text);
    const double valueTop = inner.top() + lineHeight() + lineGap;
    drawTabular(painter, QPointF(inner.left(), valueTop + QFontMetricsF(valueFont()).ascent()), m_value);
    painter.setFont(titleFont());
    painter.setPen(quiet);
    const double noteTop = valueTop + QFontMetricsF(valueFont()).height() + lineGap;
    drawNote(painter, QRectF(QPointF(inner.left(), noteTop), inner.bottomRight()));
}

void Figure::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

} // namespace weightless::widgets
