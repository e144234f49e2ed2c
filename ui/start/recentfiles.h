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
    qint64 sizeBytes = -1; // of the model's file and those of its weights; negative: not known
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
    void clear(); // as if each was removed

    void restore(const QSettings& settings);
    // What was added and removed here since the last time; all else is as other windows left it.
    void save(QSettings& settings);

signals:
    void changed();
    void edited(); // added or removed here

private:
    QList<RecentFile> m_files;
    QStringList m_added; // and not saved yet
    QStringList m_removed; // likewise
};

} // namespace weightless::ui
