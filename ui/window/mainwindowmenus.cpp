// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindowmenus.h"

#include "ui/dialogs/demodialog.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/window/icons.h"
#include "ui/window/mainwindow.h"
#include "widgets/graph/graphview.h"
#include "widgets/plaintext.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>

namespace weightless::ui {

MainWindowMenus::MainWindowMenus(MainWindow& window)
    : m_window(window)
{
}

template <typename Slot>
QAction* MainWindowMenus::add(
    QMenu* menu, const QString& text, const QKeySequence& keys, Slot slot, const QString& iconName)
{
    QAction* action = menu->addAction(text);
    if (!iconName.isEmpty())
        action->setIcon(icon(iconName));
    action->setShortcut(keys);
    QObject::connect(action, &QAction::triggered, &m_window, slot);
    return action;
}

void MainWindowMenus::make()
{
    makeFile();
    makeView();
    makeLoad();
    makeRun();
    makeDemo();
    makeHelp();
}

void MainWindowMenus::makeFile()
{
    MainWindow* window = &m_window;
    QMenu* menu = window->menuBar()->addMenu(tr("&File"));
    add(
        menu, tr("&Open…"), QKeySequence::Open, [window] { window->chooseModel(); }, QStringLiteral("open"));
    add(menu, tr("Open &Folder…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
        [window] { window->chooseProject(); });
    add(menu, tr("Open &URL…"), QKeySequence(Qt::CTRL | Qt::Key_U), [window] { window->chooseUrl(); });
    QMenu* recent = menu->addMenu(tr("Open &Recent"));
    QObject::connect(recent, &QMenu::aboutToShow, window, [window, recent] {
        recent->clear();
        for (const QString& path : window->recentFiles()) {
            QAction* action =
                recent->addAction(QFileInfo(path).fileName().replace(QLatin1Char('&'), QStringLiteral("&&")));
            action->setToolTip(widgets::plainToolTip(path));
            QObject::connect(
                action, &QAction::triggered, window, [window, path] { window->openModel(path); });
        }
        if (recent->isEmpty())
            recent->addAction(tr("No recent files"))->setEnabled(false);
    });
    menu->addSeparator();
    QAction* copy = add(
        menu, tr("Save a Cop&y…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
        [window] { window->saveCopy(); }, QStringLiteral("save"));
    QAction* extract = add(menu, tr("E&xtract Tensor…"), QKeySequence(Qt::CTRL | Qt::Key_E),
        [window] { window->m_tensors->extractCurrent(); });
    QAction* tensors = add(
        menu, tr("Save &Tensors as CSV…"), {}, [window] { window->m_tensors->exportCsv(); },
        QStringLiteral("table"));
    QAction* graph = add(
        menu, tr("Save &Graph as Picture…"), {}, [window] { window->exportGraph(); }, QStringLiteral("save"));
    add(
        menu, tr("Save &Memory Chart…"), {}, [window] { window->m_memory->savePicture(); },
        QStringLiteral("save"));
    add(
        menu, tr("Save Memory &Samples as CSV…"), {}, [window] { window->m_memory->saveCsv(); },
        QStringLiteral("table"));
    menu->addSeparator();
    QAction* close =
        add(menu, tr("&Close Model"), QKeySequence::Close, [window] { window->m_controller->closeModel(); });
    menu->addSeparator();
    add(menu, tr("&Preferences…"), QKeySequence::Preferences, [window] {
        window->choosePreferences();
    })->setMenuRole(QAction::PreferencesRole);
    menu->addSeparator();
    add(menu, tr("&Quit"), QKeySequence::Quit, [window] { window->close(); })->setMenuRole(QAction::QuitRole);
    const auto update = [window, copy, extract, tensors, graph, close](EngineState state) {
        const bool hasModel = window->m_controller->document() != nullptr;
        copy->setEnabled(hasModel);
        extract->setEnabled(hasModel);
        tensors->setEnabled(hasModel);
        graph->setEnabled(hasModel);
        close->setEnabled(state != EngineState::Empty);
    };
    update(EngineState::Empty);
    QObject::connect(window->m_controller, &EngineController::stateChanged, window, update);
}

void MainWindowMenus::makeView()
{
    MainWindow* window = &m_window;
    widgets::GraphView* view = &window->m_graph->view();
    QMenu* menu = window->menuBar()->addMenu(tr("&View"));
    int number = 1;
    for (QDockWidget* dock : window->m_docks) {
        QAction* action = dock->toggleViewAction();
        action->setShortcut(QKeySequence(QStringLiteral("Alt+%1").arg(number++)));
        menu->addAction(action);
    }
    add(
        menu, tr("&Reset Layout"), {}, [window] { window->resetLayout(); }, QStringLiteral("refresh"));
    menu->addSeparator();
    add(
        menu, tr("&Find in the Graph"), QKeySequence::Find, [window] { window->m_graph->focusFind(); },
        QStringLiteral("find"));
    add(
        menu, tr("F&it Graph"), QKeySequence(Qt::CTRL | Qt::Key_9), [view] { view->fit(); },
        QStringLiteral("fit"));
    add(
        menu, tr("Zoom &In"), {}, [view] { view->zoomIn(); }, QStringLiteral("zoom-in"));
    add(
        menu, tr("Zoom &Out"), {}, [view] { view->zoomOut(); }, QStringLiteral("zoom-out"));
    add(
        menu, tr("&Expand All Scopes"), {}, [view] { view->expandAll(); }, QStringLiteral("expand"));
    add(
        menu, tr("&Collapse All Scopes"), {}, [view] { view->collapseAll(); }, QStringLiteral("collapse"));
    QAction* minimap = menu->addAction(tr("&Minimap"));
    minimap->setCheckable(true);
    minimap->setChecked(true);
    QObject::connect(minimap, &QAction::toggled, view, &widgets::GraphView::setMinimapVisible);
    menu->addSeparator();
    QMenu* colours = menu->addMenu(tr("Colo&urs"));
    auto* group = new QActionGroup(window);
    const std::pair<Appearance, QString> choices[] {{Appearance::System, tr("&System")},
        {Appearance::Light, tr("&Light")}, {Appearance::Dark, tr("&Dark")}};
    for (const auto& [appearance, text] : choices) {
        QAction* action =
            add(colours, text, {}, [window, chosen = appearance] { window->setAppearance(chosen); });
        action->setCheckable(true);
        group->addAction(action);
        QObject::connect(colours, &QMenu::aboutToShow, action,
            [window, action, chosen = appearance] { action->setChecked(window->m_appearance == chosen); });
    }
}

void MainWindowMenus::makeLoad()
{
    MainWindow* window = &m_window;
    EngineController* controller = window->m_controller;
    QMenu* menu = window->menuBar()->addMenu(tr("&Load"));
    QAction* start = add(
        menu, tr("&Start"), QKeySequence(Qt::CTRL | Qt::Key_L), [window] { window->m_load->start(); },
        QStringLiteral("load"));
    QAction* pause = add(
        menu, tr("&Pause"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
        [controller] {
            if (controller->state() == EngineState::Paused)
                controller->resumeLoad();
            else
                controller->pauseLoad();
        },
        QStringLiteral("pause"));
    QAction* cancel = add(
        menu, tr("&Cancel"), {}, [controller] { controller->cancelLoad(); }, QStringLiteral("stop"));
    QAction* unload = add(
        menu, tr("&Unload"), {}, [controller] { controller->unload(); }, QStringLiteral("unload"));
    menu->addSeparator();
    QAction* plan = add(
        menu, tr("P&lan Again"), {}, [controller] { controller->buildGraph(); }, QStringLiteral("refresh"));
    QAction* compare = add(
        menu, tr("Co&mpare Modes…"), {}, [window] { window->compareModes(); }, QStringLiteral("table"));
    const auto update = [controller, start, pause, cancel, unload, plan, compare](EngineState state) {
        compare->setEnabled(controller->document() != nullptr);
        const bool isLoading = state == EngineState::Loading || state == EngineState::Paused;
        start->setEnabled(controller->canLoad());
        pause->setEnabled(isLoading);
        pause->setText(state == EngineState::Paused ? tr("&Resume") : tr("&Pause"));
        cancel->setEnabled(isLoading);
        unload->setEnabled(controller->canUnload());
        plan->setEnabled(controller->canBuild());
    };
    update(EngineState::Empty);
    QObject::connect(controller, &EngineController::stateChanged, window, update);
    QObject::connect(controller, &EngineController::unloaded, window,
        [controller, update] { update(controller->state()); });
}

void MainWindowMenus::makeRun()
{
    MainWindow* window = &m_window;
    EngineController* controller = window->m_controller;
    QMenu* menu = window->menuBar()->addMenu(tr("&Run"));
    QAction* dispatch = add(
        menu, tr("&Dispatch"), QKeySequence(Qt::CTRL | Qt::Key_R), [window] { window->m_run->dispatch(); },
        QStringLiteral("run"));
    QAction* stop = add(
        menu, tr("&Stop"), QKeySequence(Qt::CTRL | Qt::Key_Period), [controller] { controller->cancelRun(); },
        QStringLiteral("stop"));
    const auto update = [controller, dispatch, stop](EngineState state) {
        dispatch->setEnabled(controller->canRun());
        stop->setEnabled(state == EngineState::Running);
    };
    update(EngineState::Empty);
    QObject::connect(controller, &EngineController::stateChanged, window, update);
}

void MainWindowMenus::makeDemo()
{
    MainWindow* window = &m_window;
    QMenu* menu = window->menuBar()->addMenu(tr("&Demo"));
    for (const DemoPart part : {DemoPart::Sd15Unet, DemoPart::Sd15Vae, DemoPart::Sd15Clip})
        add(menu, tr("%1…").arg(DemoDialog::title(part)), {}, [window, part] { window->writeDemo(part); });
}

void MainWindowMenus::makeHelp()
{
    MainWindow* window = &m_window;
    QMenu* menu = window->menuBar()->addMenu(tr("&Help"));
    add(menu, tr("&Keyboard Shortcuts"), QKeySequence::HelpContents, [window] { showShortcuts(*window); });
    add(menu, tr("&About Weightless"), {}, [window] { showAbout(*window); })->setMenuRole(QAction::AboutRole);
}

} // namespace weightless::ui
