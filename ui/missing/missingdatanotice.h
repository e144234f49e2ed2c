// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QFutureWatcher>
#include <QObject>

#include <filesystem>
#include <vector>

namespace weightless::ui {

class NoticeBar;

// Says above the workspace that data files of the model are not beside it, or not any more, and lets the user
// show where they are.
class MissingDataNotice : public QObject {
    Q_OBJECT

public:
    // What it refers to outlives it.
    MissingDataNotice(EngineController& controller, NoticeBar& notices, QWidget& window);

    // Files that were read and are gone; none: all are there again.
    void tellLost(const QStringList& paths);
    // The user has found the first of the files that are missing.
    void locate(const QString& chosen);

signals:
    // The name of the first file that is missing; empty: none is.
    void found(const QString& name);
    void reloadRequested();
    void reported(const weightless::ui::Problem& problem);

private:
    using Files = std::vector<std::filesystem::path>;

    void lookAt(const ModelDocument& document);
    void post();
    void postLost();
    void choose();
    [[nodiscard]] Files wanted() const; // beside the model: those that are lost, then those never found

    EngineController& m_controller;
    NoticeBar& m_notices;
    QWidget& m_window;
    QFutureWatcher<Files> m_watcher;
    Files m_missing;
    QStringList m_lost; // of those that were read
    int m_concerned = 0; // weights without bytes
};

} // namespace weightless::ui
