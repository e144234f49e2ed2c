// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/droptarget.h"

#include "ui/text/text.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace weightless::ui {

DropTarget::DropTarget(QWidget& window)
    : QObject(&window)
{
    window.setAcceptDrops(true);
    window.installEventFilter(this);
}

QString DropTarget::pathOf(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    if (urls.size() != 1)
        return {};
    const QUrl& url = urls.front();
    if (url.isLocalFile())
        return url.toLocalFile();
    return isWebAddress(url.toString()) ? url.toString(QUrl::FullyEncoded) : QString();
}

bool DropTarget::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
        if (auto* enter = static_cast<QDragEnterEvent*>(event); !pathOf(*enter->mimeData()).isEmpty()) {
            enter->acceptProposedAction();
            emit hovered(true);
            return true;
        }
        break;
    case QEvent::DragLeave:
        emit hovered(false);
        break;
    case QEvent::Drop: {
        auto* drop = static_cast<QDropEvent*>(event);
        emit hovered(false);
        if (const QString path = pathOf(*drop->mimeData()); !path.isEmpty()) {
            drop->acceptProposedAction();
            emit dropped(path);
            return true;
        }
        break;
    }
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace weightless::ui
