// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QObject>
#include <QStringList>

class QSettings;

namespace weightless::ui {

// A model that was opened, and what is remembered of it.
struct RecentFile {
    QString path; // or a web address
    qint64 sizeBytes = -1; // of model and weights; negative: not known
    QDateTime opened = {};
};

// Models that were opened, the latest first, each once.
class RecentFiles : public QObject {
    Q_OBJECT

public:
    static constexpr int maxCount = 10;

    explicit RecentFiles(QObject* parent = nullptr);

    [[nodiscard]] const QList<RecentFile>& files() const { return m_files; }
    [[nodiscard]] QStringList paths() const;
    void add(const QString& path, qint64 sizeBytes);
    void remove(const QString& path);

    void restore(const QSettings& settings);
    // With those that other windows have opened since.
    void save(QSettings& settings);

signals:
    void changed();
    void edited(); // added or removed here

private:
    QList<RecentFile> m_files;
    QStringList m_removed; // and not saved yet
};

} // namespace weightless::ui
