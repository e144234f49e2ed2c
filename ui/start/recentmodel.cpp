// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/recentmodel.h"

#include "ui/start/recenttitles.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QUrl>
#include <QtConcurrentRun>

namespace weightless::ui {

RecentModel::RecentModel(QObject* parent)
    : QAbstractListModel(parent)
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] { show(m_watcher.result()); });
}

RecentModel::~RecentModel() = default;

void RecentModel::setFiles(const QList<RecentFile>& files)
{
    beginResetModel();
    m_entries.clear();
    QStringList paths;
    for (const RecentFile& file : files)
        paths.append(file.path);
    const QStringList titles = recentTitles(paths);
    for (qsizetype i = 0; i < files.size(); ++i)
        m_entries.push_back({files[i], widgets::shownName(titles[i]), {}, false});
    endResetModel();
    // Only the newest answer counts: the watcher lets go of the one before.
    m_watcher.setFuture(QtConcurrent::run([paths] {
        QList<Found> found;
        for (const QString& path : paths) {
            const QFileInfo info(path);
            if (isWebAddress(path) || info.exists())
                found.append({{}, !isWebAddress(path) && info.isDir()});
            else
                found.append(
                    {info.dir().exists() ? tr("The file is gone.") : tr("The folder is not there."), false});
        }
        return found;
    }));
}

void RecentModel::show(const QList<Found>& found)
{
    for (qsizetype i = 0; i < found.size() && static_cast<size_t>(i) < m_entries.size(); ++i) {
        m_entries[static_cast<size_t>(i)].problem = found[i].problem;
        m_entries[static_cast<size_t>(i)].isFolder = found[i].isFolder;
    }
    if (!m_entries.empty())
        emit dataChanged(index(0), index(rowCount() - 1));
    emit checked();
}

int RecentModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QString RecentModel::folderOf(const RecentFile& file)
{
    if (isWebAddress(file.path))
        return addressText(
            QUrl(file.path).adjusted(QUrl::RemoveFilename | QUrl::StripTrailingSlash).toString());
    return folderText(QFileInfo(file.path).path());
}

QString RecentModel::detailOf(const RecentFile& file)
{
    QStringList parts;
    if (file.sizeBytes >= 0)
        parts.append(widgets::formatBytes(file.sizeBytes));
    if (file.opened.isValid())
        parts.append(file.opened.date() == QDate::currentDate()
                ? tr("today, %1").arg(QLocale().toString(file.opened.time(), QLocale::ShortFormat))
                : QLocale().toString(file.opened.date(), QLocale::ShortFormat));
    return parts.join(QStringLiteral(" · "));
}

QVariant RecentModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& [file, title, problem, isFolder] = m_entries[static_cast<size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return title;
    case PathRole:
        return file.path;
    case FolderRole:
        return folderOf(file);
    case DetailRole:
        return detailOf(file);
    case IsFolderRole:
        return isFolder;
    case ProblemRole:
        return problem;
    case Qt::ToolTipRole:
        return widgets::plainToolTip(problem.isEmpty()
                ? file.path
                : QString(widgets::shownName(file.path) + QLatin1Char('\n') + problem));
    case Qt::AccessibleTextRole:
        return QStringList {title, folderOf(file), detailOf(file), problem}.join(QStringLiteral(", "));
    default:
        return {};
    }
}

// What is gone can still be selected, to be taken off the list.
Qt::ItemFlags RecentModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                           : Qt::NoItemFlags;
}

} // namespace weightless::ui
