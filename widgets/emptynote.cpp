// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/emptynote.h"

#include <QAbstractItemView>
#include <QAbstractProxyModel>
#include <QEvent>

namespace weightless::widgets {

EmptyNote::EmptyNote(QAbstractItemView& view, QAbstractProxyModel& filter)
    : QLabel(tr("Nothing matches the filter."), view.viewport())
    , m_view(view)
    , m_filter(filter)
{
    setAlignment(Qt::AlignCenter);
    setWordWrap(true);
    setForegroundRole(QPalette::PlaceholderText);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    view.viewport()->installEventFilter(this);
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&filter, change, this, &EmptyNote::follow);
    connect(&filter, &QAbstractItemModel::modelReset, this, &EmptyNote::follow);
    connect(&filter, &QAbstractItemModel::layoutChanged, this, &EmptyNote::follow);
    follow();
}

bool EmptyNote::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view.viewport() && event->type() == QEvent::Resize)
        setGeometry(m_view.viewport()->rect());
    return QLabel::eventFilter(watched, event);
}

void EmptyNote::follow()
{
    const QAbstractItemModel* source = m_filter.sourceModel();
    setVisible(source && source->rowCount() > 0 && m_filter.rowCount() == 0);
    setGeometry(m_view.viewport()->rect());
}

} // namespace weightless::widgets
