// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/problem.h"

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <optional>

namespace weightless::ui {

// Tells when the file of the model that is open was changed by someone else: written to, or replaced.
class ModelWatch : public QObject {
    Q_OBJECT

public:
    explicit ModelWatch(QObject* parent = nullptr);

    // Watches this file from now on, and no other; nothing where `path` is empty.
    void watch(const QString& path);
    // Why the file cannot be read again, as it is gone, say; none: it can, or nothing is watched.
    [[nodiscard]] std::optional<Problem> obstacle() const;
    // It is another file than when watching began.
    [[nodiscard]] bool hasChanged() const;

signals:
    void changed(const QString& path);

private:
    struct Stamp {
        QDateTime modified;
        qint64 sizeBytes = -1;

        bool operator==(const Stamp&) const = default;
    };

    void look();
    [[nodiscard]] static Stamp stampOf(const QString& path);

    QFileSystemWatcher m_watcher;
    QTimer m_settling; // a file that is being written changes many times
    QString m_path;
    Stamp m_first; // when watching began
    Stamp m_stamp; // as it was seen last
};

} // namespace weightless::ui
