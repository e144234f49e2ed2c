// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elidinglabel.h"

#include "widgets/plaintext.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace weightless::widgets {

ElidingLabel::ElidingLabel(Qt::TextElideMode mode, QWidget* parent)
    : QLabel(parent)
    , m_mode(mode)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidingLabel::setWords(const QString& text, const QString& shorter)
{
    m_shorter = shorter;
    setText(text);
    update();
}

QString ElidingLabel::shownText() const
{
    const int room = contentsRect().width();
    const auto fits = [&](const QString& words) { return fontMetrics().horizontalAdvance(words) <= room; };
    if (!fits(text()) && !m_shorter.isEmpty())
        return fits(m_shorter) ? m_shorter : QString(); // the rest of a count is another one
    return fontMetrics().elidedText(text(), m_mode, room);
}

QSize ElidingLabel::sizeHint() const
{
    const QMargins margins = contentsMargins();
    return {fontMetrics().horizontalAdvance(text()) + margins.left() + margins.right() + 2,
        fontMetrics().height() + margins.top() + margins.bottom()};
}

QSize ElidingLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 3, sizeHint().height()};
}

bool ElidingLabel::event(QEvent* event)
{
    const bool isCut = fontMetrics().horizontalAdvance(text()) > contentsRect().width();
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && isCut) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainToolTip(text()), this);
        return true;
    }
    return QLabel::event(event);
}

void ElidingLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRect rect = contentsRect();
    style()->drawItemText(
        &painter, rect, static_cast<int>(alignment()), palette(), isEnabled(), shownText(), foregroundRole());
}

} // namespace weightless::widgets
