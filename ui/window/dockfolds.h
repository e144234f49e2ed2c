// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/workspace.h"

#include <QByteArray>
#include <QHash>
#include <QPointer>
#include <QSet>

class QDockWidget;
class QMainWindow;
class QSettings;

namespace weightless::ui {

// Panels that make way in a low window (PanelPlace::foldsBelow), and come back in a higher one. What the user
// shows stays, what the user hides stays away.
class DockFolds {
public:
    // What it refers to outlives it.
    DockFolds(QMainWindow& window, const QHash<Panel, QDockWidget*>& docks);

    // Folds and unfolds the panels of the workspace that is shown, at the window's height.
    void apply(const Workspace& workspace);
    // The user has shown or hidden the panel there.
    void noteChoice(const Workspace& workspace, Panel panel, bool isShown);
    // It does not make way there, whoever shows it, until it is released or the user puts it away.
    void hold(const Workspace& workspace, Panel panel);
    [[nodiscard]] bool isHeld(const Workspace& workspace, Panel panel) const;
    // Holds end where the user has closed the panel since, or raised another tab over it. `workspace` is the
    // one that is shown.
    void endOverruledHolds(const Workspace& workspace);
    // What was in its place there is in it again, unless the user has put the panel away himself.
    void giveBack(const Workspace& workspace, Panel panel);
    void release(Panel panel); // in every workspace
    // Of the window, as if nothing were held in the workspace, which is the one that is shown.
    [[nodiscard]] QByteArray stateBeforeHolding(const Workspace& workspace, int version) const;
    void forget();

    void save(QSettings& settings) const;
    void restore(const QSettings& settings);

private:
    struct Before {
        bool isHidden = false;
        bool isFolded = false;
        QPointer<QDockWidget> front; // of its tabs
    };

    [[nodiscard]] bool isInView(Panel panel) const;
    [[nodiscard]] QString keyOf(const Workspace& workspace, Panel panel) const;

    QMainWindow& m_window;
    const QHash<Panel, QDockWidget*>& m_docks;
    QSet<QString> m_folded; // by us: these come back
    QSet<QString> m_kept; // asked for in a low window
    QHash<QString, Before> m_held; // for now, which nobody asked for
};

} // namespace weightless::ui
