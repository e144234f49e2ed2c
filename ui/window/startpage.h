// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace weightless::ui {

// What the middle of the window shows while no model is open.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);
    // What is being opened; empty: nothing is.
    void setOpening(const QString& path);

signals:
    void openRequested();
    void demoRequested();
    void fileRequested(const QString& path);

private:
    QLabel* m_hint;
    QVBoxLayout* m_recent;
};

} // namespace weightless::ui
