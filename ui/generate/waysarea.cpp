// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/waysarea.h"

#include "ui/generate/generationreport.h"
#include "ui/generate/generationways.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr int focusWidth = 2; // of the ring around what is scrolled with keys
constexpr int cellPadding = 3; // of the table's
constexpr int mostRows = 5;
constexpr int leastRows = 2;

} // namespace

WaysArea::WaysArea(const QString& name, QWidget* parent)
    : QScrollArea(parent)
    , m_text(new QLabel)
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setAccessibleName(name);
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setViewportMargins(focusWidth, focusWidth, focusWidth, focusWidth);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    setWidget(m_text);
    // Tab passes over what is seen whole.
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this,
        [this](int least, int most) { setFocusPolicy(most > least ? Qt::StrongFocus : Qt::NoFocus); });
}

void WaysArea::setWays(const GenerationWays& ways)
{
    const bool areSeveral = ways.ways().size() > 1;
    m_text->setTextFormat(areSeveral ? Qt::RichText : Qt::PlainText);
    m_text->setText(areSeveral ? GenerationReportPage::waysTable(ways) : ways.headline());
    m_text->setAccessibleDescription(ways.headline());
    updateGeometry();
}

int WaysArea::heightOfRows(int rows) const
{
    return rows * (m_text->fontMetrics().lineSpacing() + 2 * cellPadding) + 2 * focusWidth;
}

QSize WaysArea::sizeHint() const
{
    const int whole = m_text->heightForWidth(width() - 2 * focusWidth) + 2 * focusWidth;
    return {m_text->sizeHint().width() + 2 * focusWidth, std::min(whole, heightOfRows(mostRows))};
}

QSize WaysArea::minimumSizeHint() const
{
    return {m_text->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width() + 2 * focusWidth,
        std::min(sizeHint().height(), heightOfRows(leastRows))};
}

bool WaysArea::event(QEvent* event)
{
    const bool isHandled = QScrollArea::event(event);
    if (event->type() == QEvent::LayoutRequest)
        updateGeometry(); // another text
    if (event->type() == QEvent::Paint && hasFocus()) {
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::Highlight), focusWidth));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
    return isHandled;
}

// A sentence in less width has more lines.
void WaysArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
}

} // namespace weightless::ui
