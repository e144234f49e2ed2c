// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/start/recentfiles.h"

#include <QAbstractListModel>
#include <QFutureWatcher>

#include <vector>

namespace weightless::ui {

// The models that were opened, for the start page. Whether they are still there is looked up on another
// thread: a folder may lie on a server that does not answer.
class RecentModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        PathRole = Qt::UserRole,
        FolderRole, // or the server
        DetailRole, // size and date
        IsFolderRole, // once that was looked up
        ProblemRole, // why it cannot be opened; empty: it can, as far as is known
    };

    explicit RecentModel(QObject* parent = nullptr);
    ~RecentModel() override;

    void setFiles(const QList<RecentFile>& files);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void checked(); // it is known which are still there

private:
    struct Entry {
        RecentFile file;
        QString title; // which no other one has
        QString problem;
        bool isFolder = false;
    };
    struct Found {
        QString problem;
        bool isFolder = false;
    };

    [[nodiscard]] static QString folderOf(const RecentFile& file);
    [[nodiscard]] static QString detailOf(const RecentFile& file);
    void show(const QList<Found>& found);

    std::vector<Entry> m_entries;
    QFutureWatcher<QList<Found>> m_watcher;
};

} // namespace weightless::ui
