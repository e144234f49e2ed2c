// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/noticebar.h"

#include "ui/window/icons.h"
#include "widgets/elidinglabel.h"
#include "widgets/mixedcolour.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace weightless::ui {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_text(new widgets::ElidingLabel(Qt::ElideRight, this))
    , m_action(new QPushButton(this))
    , m_close(new QToolButton(this))
{
    setAccessibleName(tr("Notice"));
    m_text->setAccessibleName(tr("Notice"));
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::TabFocus);
    m_close->setToolTip(tr("Put this notice away"));
    m_close->setAccessibleName(m_close->toolTip());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 8, 4);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (m_notices.empty())
            return;
        const Notice notice = m_notices.back();
        withdraw(notice.id);
        notice.run();
    });
    connect(m_close, &QToolButton::clicked, this, [this] { withdraw(shownId()); });
    m_action->setAccessibleName(tr("What can be done about it"));
    hide();
}

void NoticeBar::post(Notice notice)
{
    std::erase_if(m_notices, [&notice](const Notice& other) { return other.id == notice.id; });
    m_notices.push_back(std::move(notice));
    showNewest();
}

void NoticeBar::withdraw(const QString& id)
{
    std::erase_if(m_notices, [&id](const Notice& notice) { return notice.id == id; });
    showNewest();
}

void NoticeBar::withdrawAll()
{
    m_notices.clear();
    showNewest();
}

void NoticeBar::showNewest()
{
    setVisible(!m_notices.empty());
    if (m_notices.empty())
        return;
    const Notice& notice = m_notices.back();
    m_icon->setPixmap(icon(notice.icon).pixmap(QSize(16, 16), devicePixelRatioF()));
    m_text->setText(notice.text);
    m_action->setText(notice.actionText);
    m_action->setAccessibleName(notice.actionText);
    m_action->setVisible(!notice.actionText.isEmpty());
}

// The icon is a picture in the colours of the palette.
void NoticeBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        showNewest();
    QFrame::changeEvent(event);
}

void NoticeBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor accent = palette().color(QPalette::Highlight);
    painter.fillRect(rect(), widgets::mixedColour(palette().color(QPalette::Window), accent, 0.12));
    painter.setPen(widgets::mixedColour(palette().color(QPalette::Mid), accent, 0.3));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace weightless::ui
