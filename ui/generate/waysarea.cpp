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
constexpr int mostRows = 1 + 5; // a heading, and ways
constexpr int leastRows = 1 + 1;

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
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int least, int most) {
        setFocusPolicy(most > least ? Qt::StrongFocus : Qt::NoFocus);
        showLatest();
    });
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_latestRow = 0; });
}

void WaysArea::setWays(const GenerationWays& ways)
{
    const bool areSeveral = ways.ways().size() > 1;
    m_text->setTextFormat(areSeveral ? Qt::RichText : Qt::PlainText);
    m_text->setText(areSeveral ? GenerationReportPage::waysTable(ways) : ways.headline());
    m_text->setAccessibleDescription(ways.headline());
    m_rows = areSeveral ? 1 + static_cast<int>(ways.ways().size()) : 0;
    m_latestRow = areSeveral ? 1 + static_cast<int>(ways.latest()) : 0;
    updateGeometry();
    showLatest(); // of as many rows it may be another one
}

// Whenever there is another place for it: what is shown is laid out later.
void WaysArea::showLatest()
{
    if (m_latestRow == 0)
        return;
    const auto topOf = [this](int row) { return m_text->height() * row / m_rows; };
    ensureVisible(0, topOf(m_latestRow + 1), 0, 0);
    ensureVisible(0, topOf(m_latestRow), 0, 0);
}

int WaysArea::heightOfRows(int rows) const
{
    return rows * (m_text->fontMetrics().lineSpacing() + 2 * cellPadding) + 2 * focusWidth;
}

QSize WaysArea::sizeHint() const
{
    const int text = m_text->heightForWidth(width() - 2 * focusWidth);
    // Its own rows: those that are all to be seen are not to be a pixel too high for that.
    const int most = m_rows > 0 ? text * std::min(m_rows, mostRows) / m_rows + 2 * focusWidth
                                : std::min(text + 2 * focusWidth, heightOfRows(mostRows));
    return {m_text->sizeHint().width() + 2 * focusWidth, most};
}

QSize WaysArea::minimumSizeHint() const
{
    return {m_text->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width() + 2 * focusWidth,
        std::min(sizeHint().height(), heightOfRows(leastRows))};
}

bool WaysArea::event(QEvent* event)
{
    const bool isHandled = QScrollArea::event(event);
    if (event->type() == QEvent::LayoutRequest) { // another text
        updateGeometry();
        showLatest();
    }
    if (event->type() == QEvent::Paint && hasFocus()) {
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::Highlight), focusWidth));
        // Within the margins of what is scrolled: the scroll bar lies on this widget's own edge.
        painter.drawRect(QRectF(viewport()->geometry()).adjusted(-1, -1, 1, 1));
    }
    return isHandled;
}

// A sentence in less width has more lines.
void WaysArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
    showLatest();
}

} // namespace weightless::ui
