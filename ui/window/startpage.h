// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace weightless::ui {

// What the middle of the window shows while no model is open.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);
    // Name of what is being opened; empty: nothing is.
    void setOpening(const QString& name);

signals:
    void openRequested();
    void demoRequested();
    void fileRequested(const QString& path);
    void cancelRequested();

private:
    QLabel* m_hint;
    QPushButton* m_cancel; // while something is being opened
    QVBoxLayout* m_recent;
};

} // namespace weightless::ui
