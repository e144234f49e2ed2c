// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/start/recentfiles.h"

#include <QWidget>

class QLabel;
class QListView;
class QPushButton;

namespace weightless::widgets {
class ElidingLabel;
}

namespace weightless::ui {

class RecentModel;

// What the window shows while no model is open: what the program is, how to begin, and what was open before.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void setRecentFiles(const QList<RecentFile>& files);
    // Name of what is being opened; empty: nothing is.
    void setOpening(const QString& name);
    // What went wrong, there being no other page to say it; empty: nothing did.
    void setProblem(const QString& text);
    // Something that can be opened is held over the window.
    void setDropTarget(bool isTarget);
    [[nodiscard]] QListView& recentList() const { return *m_recent; }
    [[nodiscard]] QLabel& problemLabel() const { return *m_problem; }

public slots:
    // Off the list, not off the disk.
    void removeCurrent();

    // Gives the keyboard to the list of recent models, or to the button that opens one.
    void takeKeyboard();

signals:
    void openRequested();
    void folderRequested();
    void urlRequested();
    void demoRequested();
    void fileRequested(const QString& path);
    void removeRequested(const QString& path);
    void cancelRequested();
    void problemChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeHeading();
    QWidget* makeDropArea();
    QWidget* makeOpening();
    QWidget* makeProblem();
    QWidget* makeRecent();
    void open(const QModelIndex& index);

    RecentModel* m_model;
    QListView* m_recent;
    QWidget* m_recentArea = nullptr;
    QWidget* m_dropArea = nullptr;
    QWidget* m_openingArea = nullptr;
    widgets::ElidingLabel* m_opening;
    QWidget* m_problemArea = nullptr;
    QLabel* m_problemIcon;
    QLabel* m_problem;
    bool m_isDropTarget = false;
};

} // namespace weightless::ui
