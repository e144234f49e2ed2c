// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recentfiles.h"

namespace weightless::ui {

RecentFiles::RecentFiles(QObject* parent)
    : QObject(parent)
{
}

void RecentFiles::setPaths(const QStringList& paths)
{
    m_paths = paths.mid(0, maxCount);
    emit changed(m_paths);
}

void RecentFiles::add(const QString& path)
{
    QStringList paths = m_paths;
    paths.removeAll(path);
    paths.prepend(path);
    setPaths(paths);
}

} // namespace weightless::ui
