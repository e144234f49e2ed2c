// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/workspace.h"

#include <QHash>
#include <QList>
#include <QObject>

class QDockWidget;
class QMainWindow;
class QSettings;

namespace weightless::ui {

// The docks of a window by name, arranged as a workspace says or as the user left them.
class DockLayout : public QObject {
    Q_OBJECT

public:
    // `window` outlives the layout and owns the docks.
    explicit DockLayout(QMainWindow& window);
    ~DockLayout() override;

    // Every panel is added once, in the order in which they are listed, before the first arrange().
    void add(Panel panel, const QString& title, QWidget* page);
    [[nodiscard]] QDockWidget& dock(Panel panel) const { return *m_docks.value(panel); }
    [[nodiscard]] const QList<Panel>& panels() const { return m_panels; }
    [[nodiscard]] const Workspace& workspace() const { return *m_workspace; }

    // The workspace's own arrangement, at the window's size; what the user moved is forgotten.
    void arrange();
    // To the front if it is one of several tabs; a panel that the user closed stays closed.
    void raise(Panel panel);
    // Shows a panel wherever it is, and gives it the keyboard.
    void goTo(Panel panel);
    void show(Panel panel);

    // How each workspace was left is remembered under its own name.
    void save(QSettings& settings) const;
    // What does not fit this version is left aside, and the workspace is arranged anew.
    void restore(QSettings& settings);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place(const PanelPlace& place);
    void applySizes();
    void applySizes(Qt::Orientation orientation, Qt::DockWidgetArea area);
    [[nodiscard]] bool hasOwn(Qt::Orientation orientation, const PanelPlace& place) const;
    [[nodiscard]] bool isTab(const PanelPlace& place) const;
    [[nodiscard]] int leastWidth(Panel panel) const;
    [[nodiscard]] QString key() const;

    QMainWindow& m_window;
    const Workspace* m_workspace;
    QHash<Panel, QDockWidget*> m_docks;
    QList<Panel> m_panels;
    bool m_areSizesDue = true; // sizes hold only once the window has been laid out
};

} // namespace weightless::ui
