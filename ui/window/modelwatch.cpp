// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/modelwatch.h"

#include "ui/document/modeldocument.h"
#include "ui/text/text.h"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace weightless::ui {

namespace {

constexpr int settleMs = 300;

std::optional<FileIdentity> identityOf(const QString& path)
{
    try {
        return File::identityOf(toPath(path));
    } catch (const Error&) {
        return std::nullopt;
    }
}

// All that a move away and back leaves as it was.
bool isSameContent(const FileIdentity& one, FileIdentity other)
{
    other.changedNs = one.changedNs;
    return one == other;
}

// Where a file lies or would, as far as there is something.
QString folderOf(const QString& path)
{
    QString folder = QFileInfo(path).path();
    while (!QFileInfo::exists(folder) && QFileInfo(folder).path() != folder)
        folder = QFileInfo(folder).path();
    return folder;
}

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

void ModelWatch::watchNothing()
{
    m_settling.stop();
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    m_files.clear();
}

// The folders too: a file that is replaced is another file, and the old one is watched no more. Of a link
// also what it leads to.
void ModelWatch::watch(const ModelDocument& document)
{
    watchNothing();
    const QString path = fromPath(document.model.path);
    if (path.isEmpty() || isWebAddress(path))
        return;
    const FileIdentity model = document.model.identity.value_or(identityOf(path).value_or(FileIdentity()));
    m_files.push_back({path, model, model});
    QStringList paths;
    for (const FileReference& file : document.dataFiles) {
        m_files.push_back(
            {fromPath(file.named.empty() ? file.path : file.named), file.identity, file.identity});
        paths << fromPath(file.path) << folderOf(fromPath(file.path));
    }
    for (const std::filesystem::path& missing : document.missingFiles) {
        const std::optional<FileIdentity> there = identityOf(fromPath(missing)); // but cut off, say
        m_files.push_back({fromPath(missing), there, there});
    }
    for (const Watched& file : m_files) {
        if (QFileInfo::exists(file.path))
            paths << file.path;
        paths << folderOf(file.path);
    }
    paths.removeDuplicates();
    m_watcher.addPaths(paths);
}

ModelWatch::State ModelWatch::state() const
{
    State state = State::Same;
    for (const Watched& file : m_files) {
        const auto now = identityOf(file.path);
        if (now && now != file.read)
            return State::Changed;
        if (!now && file.read)
            state = State::Lost;
    }
    return state;
}

std::optional<Problem> ModelWatch::obstacle() const
{
    if (m_files.empty())
        return std::nullopt;
    try {
        (void)File::open(toPath(m_files.front().path));
        return std::nullopt;
    } catch (const Error& error) {
        return problemOf(Task::Open, error);
    }
}

void ModelWatch::look()
{
    // By copies: whoever hears of it may have other files watched.
    std::optional<QString> changedPath;
    QStringList lostPaths;
    bool wasMissing = false;
    bool isLossNew = false;
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    for (Watched& file : m_files) {
        const auto now = identityOf(file.path);
        // Where nothing is yet its folder may have come.
        if (const QString place = now ? file.path : folderOf(file.path); !watched.contains(place))
            m_watcher.addPath(place);
        const bool wasLost = std::exchange(file.isLost, file.read && !now);
        isLossNew |= file.isLost != wasLost;
        if (file.isLost)
            lostPaths << file.path;
        if (!now || now == file.seen) // nothing to read again
            continue;
        file.seen = now;
        if (changedPath)
            continue;
        changedPath = file.path;
        wasMissing = !file.read || (wasLost && isSameContent(*file.read, *now));
    }
    if (isLossNew && lostPaths.isEmpty())
        emit lost({});
    if (changedPath)
        emit changed(*changedPath, wasMissing);
    if (isLossNew && !lostPaths.isEmpty())
        emit lost(lostPaths);
}

} // namespace weightless::ui
