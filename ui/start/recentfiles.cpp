// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/recentfiles.h"

#include <QSettings>

namespace weightless::ui {

namespace {

constexpr QLatin1String pathsKey("recentFiles");
constexpr QLatin1String detailsKey("recentFileDetails"); // by path: bytes, when

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
    m_files.removeIf([&path](const RecentFile& file) { return file.path == path; });
    m_files.prepend({path, sizeBytes, QDateTime::currentDateTime()});
    m_files = m_files.mid(0, maxCount);
    emit changed();
}

void RecentFiles::remove(const QString& path)
{
    m_files.removeIf([&path](const RecentFile& file) { return file.path == path; });
    emit changed();
}

void RecentFiles::restore(const QSettings& settings)
{
    m_files.clear();
    const QVariantMap details = settings.value(detailsKey).toMap();
    for (const QString& path : settings.value(pathsKey).toStringList().mid(0, maxCount)) {
        const QVariantList known = details.value(path).toList();
        m_files.append({path, known.value(0, -1).toLongLong(), known.value(1).toDateTime()});
    }
    emit changed();
}

void RecentFiles::save(QSettings& settings) const
{
    QVariantMap details;
    for (const RecentFile& file : m_files)
        details.insert(file.path, QVariantList {file.sizeBytes, file.opened});
    settings.setValue(pathsKey, paths());
    settings.setValue(detailsKey, details);
}

} // namespace weightless::ui
