// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/workspace.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>

class QDockWidget;
class QMainWindow;
class QScrollArea;
class QSettings;
class QStackedWidget;

namespace weightless::ui {

class DockFolds;

// The panels of a window by name, arranged as a workspace says or as the user left them. One workspace is
// entered at a time, or none: then there are no panels, and the centre shows what lies in it at first.
class DockLayout : public QObject {
    Q_OBJECT

public:
    // `window` outlives the layout and owns the docks; `centre` lies in it and holds the page in the middle.
    DockLayout(QMainWindow& window, QStackedWidget& centre);
    ~DockLayout() override;

    // Every panel is added once, in the order in which they are listed, before a workspace is entered.
    void add(Panel panel, const QString& title, QWidget* page);
    [[nodiscard]] QDockWidget& dock(Panel panel) const { return *m_docks.value(panel); }
    [[nodiscard]] const QList<Panel>& panels() const { return m_panels; }
    [[nodiscard]] bool isEntered() const { return m_isEntered; }
    [[nodiscard]] Purpose purpose() const
    {
        return m_workspace->purpose;
    } // the last one, where none is entered
    // Where the panel can be seen: as a dock, or as the centre. A tab behind another is shown all the same.
    [[nodiscard]] bool isShown(Panel panel) const;

    void enter(Purpose purpose);
    void leave();
    // Every workspace's own arrangement, at the window's size; what the user moved is forgotten.
    void reset();
    // Pages have come to need other widths: unless the user has sized the panels himself, they follow.
    void fitPages() { m_resizing.start(0); }
    // To the front if it is one of several tabs; a panel that the user closed stays closed.
    void raise(Panel panel);
    // Shows a panel and gives it the keyboard: here if this workspace has it, else in the first that has.
    void goTo(Panel panel);
    void show(Panel panel); // as the user wants it: in a low window, too
    // Shows a panel that has something to tell. It does not make way before it is released, and then as
    // if it had not been shown; nothing of it is remembered. One that the user closes meanwhile, or puts
    // behind another, stays so.
    void hold(Panel panel);
    void release(Panel panel);
    // Gives it the keyboard, within the window.
    void focus(Panel panel);

    // How each workspace was left is remembered under its own name.
    void save(QSettings& settings) const;
    // What does not fit this version is left aside, and the workspace is arranged anew.
    void restore(QSettings& settings);

signals:
    void entered(weightless::ui::Purpose purpose);
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void remember();
    void bringUp(Panel panel);
    void applySizes();
    void arrange();
    void place(const PanelPlace& place);
    void setCentre(Panel panel);
    void clearCentre();
    void scrollBack();
    [[nodiscard]] bool has(const Workspace& workspace, Panel panel) const;

    QMainWindow& m_window;
    QStackedWidget& m_centre;
    const Workspace* m_workspace;
    bool m_isEntered = false;
    QHash<Panel, QDockWidget*> m_docks;
    QHash<Panel, QScrollArea*> m_pages; // in their docks, or one of them in the centre
    QHash<Panel, int> m_scrolled; // how far, of those that have left the centre
    QList<Panel> m_panels;
    std::unique_ptr<DockFolds> m_folds;
    QHash<QString, QByteArray> m_states; // by workspace, of those that were left
    bool m_areSizesDue = false; // sizes hold only once the window has been laid out
    QSet<QString> m_sized; // workspaces whose panels the user made larger or smaller: they stay so
    QTimer m_resizing; // the others follow the window, once for all the steps in which it grows
};

} // namespace weightless::ui
