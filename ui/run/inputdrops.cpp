// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/inputdrops.h"

#include "ui/models/inputmodel.h"
#include "ui/window/droptarget.h"

#include <QDropEvent>
#include <QTableView>

namespace weightless::ui {

InputDrops::InputDrops(QWidget& area, QTableView& table, InputModel& model)
    : QObject(&area)
    , m_area(area)
    , m_table(table)
    , m_model(model)
{
    area.setAcceptDrops(true);
    area.installEventFilter(this);
}

std::optional<int> InputDrops::rowFor(const QString& path, const QPoint& position) const
{
    // Below the viewport, too, the table has rows: those that are scrolled out of it.
    const QPoint inTable = m_table.viewport()->mapFrom(&m_area, position);
    const bool isOver = m_table.viewport()->rect().contains(inTable);
    const int under = isOver ? m_table.indexAt(inTable).row() : -1;
    for (const int row : {under, m_table.currentIndex().row()}) {
        if (row >= 0 && m_model.canTakeFile(row, path))
            return row;
    }
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (m_model.canTakeFile(row, path))
            return row;
    }
    return std::nullopt;
}

bool InputDrops::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop)
        return QObject::eventFilter(watched, event);
    auto* drop = static_cast<QDropEvent*>(event); // which those before it are, too
    const QString path = DropTarget::pathOf(*drop->mimeData());
    const std::optional<int> row = rowFor(path, drop->position().toPoint());
    if (!row)
        return QObject::eventFilter(watched, event);
    m_table.setCurrentIndex(m_model.index(*row, InputModel::Value)); // it is seen which one it would be
    if (type == QEvent::Drop)
        m_model.setFile(*row, path);
    drop->acceptProposedAction();
    return true;
}

} // namespace weightless::ui
