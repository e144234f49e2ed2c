// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/recentfiles.h"

#include <QSettings>

#include <algorithm>

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
    m_files.removeIf([&path](const RecentFile& file) { return file.path == path; });
    m_files.prepend({path, sizeBytes, QDateTime::currentDateTime()});
    m_files = m_files.mid(0, maxCount);
    emit edited();
    emit changed();
}

void RecentFiles::remove(const QString& path)
{
    m_removed.append(path);
    m_files.removeIf([&path](const RecentFile& file) { return file.path == path; });
    emit edited();
    emit changed();
}

void RecentFiles::restore(const QSettings& settings)
{
    m_files = filesIn(settings);
    emit changed();
}

void RecentFiles::save(QSettings& settings)
{
    settings.sync();
    for (const RecentFile& other : filesIn(settings)) {
        const auto own = std::ranges::find(m_files, other.path, &RecentFile::path);
        if (own == m_files.end() && !m_removed.contains(other.path))
            m_files.append(other);
        else if (own != m_files.end() && own->opened < other.opened)
            *own = other;
    }
    m_removed.clear();
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
