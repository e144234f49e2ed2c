// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/recentfiles.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace weightless::ui {

namespace {

constexpr QLatin1String pathsKey("recentFiles");
constexpr QLatin1String detailsKey("recentFileDetails"); // by path: bytes, when

QList<RecentFile> filesIn(const QSettings& settings)
{
    QList<RecentFile> files;
    const QVariantMap details = settings.value(detailsKey).toMap();
    for (const QString& path : settings.value(pathsKey).toStringList().mid(0, RecentFiles::maxCount)) {
        const QVariantList known = details.value(path).toList();
        files.append({path, known.value(0, -1).toLongLong(), known.value(1).toDateTime()});
    }
    return files;
}

} // namespace

RecentFiles::RecentFiles(QObject* parent)
    : QObject(parent)
{
}

QStringList RecentFiles::paths() const
{
    QStringList paths;
    for (const RecentFile& file : m_files)
        paths.append(file.path);
    return paths;
}

void RecentFiles::add(const QString& path, qint64 sizeBytes)
{
    m_removed.removeAll(path);
    m_added.append(path);
    m_files.removeIf([&path](const RecentFile& file) { return file.path == path; });
    m_files.prepend({path, sizeBytes, QDateTime::currentDateTime()});
    m_files = m_files.mid(0, maxCount);
    emit edited();
    emit changed();
}

void RecentFiles::remove(const QString& path)
{
    m_added.removeAll(path);
    m_removed.append(path);
    m_files.removeIf([&path](const RecentFile& file) { return file.path == path; });
    emit edited();
    emit changed();
}

void RecentFiles::clear()
{
    m_added.clear();
    m_removed += paths();
    m_files.clear();
    emit edited();
    emit changed();
}

void RecentFiles::restore(const QSettings& settings)
{
    m_added.clear();
    m_removed.clear();
    m_files = filesIn(settings);
    emit changed();
}

void RecentFiles::save(QSettings& settings)
{
    settings.sync();
    QList<RecentFile> files = filesIn(settings);
    files.removeIf([this](const RecentFile& file) { return m_removed.contains(file.path); });
    qsizetype first = 0; // of two that were opened at once the one that was opened here goes before
    for (const RecentFile& own : std::as_const(m_files)) {
        if (!m_added.contains(own.path))
            continue;
        const auto other = std::ranges::find(files, own.path, &RecentFile::path);
        if (other == files.end())
            files.insert(first++, own);
        else if (other->opened < own.opened)
            *other = own;
    }
    m_added.clear();
    m_removed.clear();
    m_files = std::move(files);
    std::ranges::stable_sort(m_files, std::ranges::greater(), &RecentFile::opened);
    m_files = m_files.mid(0, maxCount);
    QVariantMap details;
    for (const RecentFile& file : m_files)
        details.insert(file.path, QVariantList {file.sizeBytes, file.opened});
    settings.setValue(pathsKey, paths());
    settings.setValue(detailsKey, details);
    settings.sync();
}

} // namespace weightless::ui
