// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/modelwatch.h"

#include "engine/base/file.h"
#include "ui/text/text.h"

#include <QFileInfo>

namespace weightless::ui {

namespace {

constexpr int settleMs = 300;

} // namespace

ModelWatch::ModelWatch(QObject* parent)
    : QObject(parent)
{
    m_settling.setSingleShot(true);
    m_settling.setInterval(settleMs);
    const auto settle = [this] { m_settling.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, settle);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, settle);
    connect(&m_settling, &QTimer::timeout, this, &ModelWatch::look);
}

ModelWatch::Stamp ModelWatch::stampOf(const QString& path)
{
    const QFileInfo info(path);
    return info.exists() ? Stamp {info.lastModified(), info.size()} : Stamp();
}

// The folder too: a file that is replaced is another file, and the old one is watched no more.
void ModelWatch::watch(const QString& path)
{
    m_settling.stop();
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    m_path = path;
    if (path.isEmpty())
        return;
    m_first = m_stamp = stampOf(path);
    m_watcher.addPaths({path, QFileInfo(path).path()});
}

bool ModelWatch::hasChanged() const
{
    const Stamp now = stampOf(m_path);
    return now.sizeBytes >= 0 && now != m_first;
}

std::optional<Problem> ModelWatch::obstacle() const
{
    if (m_path.isEmpty())
        return std::nullopt;
    try {
        (void)File::open(toPath(m_path));
        return std::nullopt;
    } catch (const Error& error) {
        return problemOf(Task::Open, error);
    }
}

void ModelWatch::look()
{
    const Stamp now = stampOf(m_path);
    if (now == m_stamp || now.sizeBytes < 0) // the same, or gone: nothing to read again
        return;
    m_stamp = now;
    if (!m_watcher.files().contains(m_path))
        m_watcher.addPath(m_path);
    emit changed(m_path);
}

} // namespace weightless::ui
