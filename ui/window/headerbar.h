// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"
#include "ui/window/workspace.h"

#include <QToolBar>

class QComboBox;
class QPushButton;
class QTabBar;
class QToolButton;

namespace weightless::widgets {
class CapacityBar;
}

namespace weightless::ui {

class ActionRegistry;
class DeviceChooser;
class LoadChoices;
class RunPage;
class SettledClicks;

// The bar at the top: the workspaces, what a load will need, on which device and how, and the one thing to do
// next. Nothing in it moves when a text changes.
class HeaderBar : public QToolBar {
    Q_OBJECT

public:
    // What it refers to outlives it.
    HeaderBar(EngineController& controller, LoadChoices& load, RunPage& run, ActionRegistry& actions,
        QWidget* parent);

    void showWorkspace(Purpose purpose);
    [[nodiscard]] QPushButton& primaryButton() const { return *m_primary; }
    [[nodiscard]] widgets::CapacityBar& capacity() const { return *m_capacity; }
    // Of the data that is not beside the model; empty: none, or nobody knows yet.
    void setMissingFile(const QString& name);
    // Asks the state again.
    void refresh();

signals:
    void workspaceChosen(weightless::ui::Purpose purpose);
    void needsClicked();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeContents();
    // Wide enough for `letters`, and for `mostLetters` where there is room.
    QWidget* makeChooser(QComboBox* chooser, const QString& label, int letters, int mostLetters);
    void makeModes();
    void showMode();
    void makePrimary();
    void fitPrimary();
    void enablePrimary(bool isEnabled);
    void showNeeds();

    EngineController& m_controller;
    LoadChoices& m_load;
    RunPage& m_run;
    ActionRegistry& m_actions;
    QTabBar* m_workspaces;
    widgets::CapacityBar* m_capacity;
    DeviceChooser* m_device;
    QComboBox* m_mode;
    QPushButton* m_primary;
    SettledClicks* m_primaryClicks;
    QToolButton* m_cancel;
    bool m_hadFocus = false; // the button of the next step, before it was disabled
    QString m_missingFile;
};

} // namespace weightless::ui
