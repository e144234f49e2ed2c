// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace weightless::ui {

// Models that were opened, the latest first, each once.
class RecentFiles : public QObject {
    Q_OBJECT

public:
    static constexpr int maxCount = 10;

    explicit RecentFiles(QObject* parent = nullptr);

    [[nodiscard]] const QStringList& paths() const { return m_paths; }
    void setPaths(const QStringList& paths);
    void add(const QString& path);

signals:
    void changed(const QStringList& paths);

private:
    QStringList m_paths;
};

} // namespace weightless::ui
