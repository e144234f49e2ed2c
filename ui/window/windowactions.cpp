// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowactions.h"

#include "ui/dialogs/demodialog.h"
#include "ui/engine/loadchoices.h"
#include "ui/help/guidedialog.h"
#include "ui/help/helpdialogs.h"
#include "ui/pages/bookmarkspage.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/window/docklayout.h"
#include "ui/window/mainwindow.h"
#include "widgets/graph/graphview.h"

#include <QDockWidget>
#include <QWhatsThis>

#include <utility>

namespace weightless::ui {

WindowActions::WindowActions(MainWindow& window)
    : m_window(window)
{
}

std::vector<ActionSpec> WindowActions::all() const
{
    std::vector<ActionSpec> actions;
    for (const std::vector<ActionSpec>& part :
        {opening(), saving(), panels(), graph(), colours(), loading(), running(), helping()})
        actions.insert(actions.end(), part.begin(), part.end());
    return actions;
}

std::vector<ActionSpec> WindowActions::opening() const
{
    MainWindow* window = &m_window;
    WindowDialogs* dialogs = &m_window.dialogs();
    EngineController* controller = &m_window.controller();
    return {
        {.id = QStringLiteral("file.open"),
            .text = tr("&Open…"),
            .shortcut = QKeySequence::Open,
            .icon = QStringLiteral("open"),
            .run = [dialogs] { dialogs->chooseModel(); }},
        {.id = QStringLiteral("file.open-folder"),
            .text = tr("Open &Folder…"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
            .icon = QStringLiteral("folder"),
            .run = [dialogs] { dialogs->chooseProject(); }},
        {.id = QStringLiteral("file.open-url"),
            .text = tr("Open &URL…"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::Key_U),
            .icon = QStringLiteral("globe"),
            .run = [dialogs] { dialogs->chooseUrl(); }},
        {.id = QStringLiteral("file.open-again"),
            .text = tr("Re&load from Disk"),
            .shortcut = QKeySequence(Qt::Key_F5),
            .icon = QStringLiteral("refresh"),
            .run = [window] { window->reload(); },
            .isEnabled = [controller] { return controller->document() != nullptr; }},
        {.id = QStringLiteral("file.compare"),
            .text = tr("Compare &with Another Model…"),
            .icon = QStringLiteral("table"),
            .run = [dialogs] { dialogs->compareModels(); },
            .isEnabled = [controller] { return controller->document() != nullptr; }},
        {.id = QStringLiteral("file.duplicates"),
            .text = tr("Find &Duplicate Weights…"),
            .icon = QStringLiteral("copy"),
            .run = [dialogs] { dialogs->findDuplicates(); },
            .isEnabled = [controller] { return controller->document() != nullptr; }},
        {.id = QStringLiteral("file.cancel-opening"),
            .text = tr("Ca&ncel Opening"),
            .icon = QStringLiteral("close"),
            .run = [controller] { controller->cancel(); },
            .isEnabled = [controller] { return controller->state() == EngineState::Opening; }},
        {.id = QStringLiteral("file.close"),
            .text = tr("&Close Model"),
            .shortcut = QKeySequence::Close,
            .run = [controller] { controller->closeModel(); },
            .isEnabled = [controller] { return controller->state() != EngineState::Empty; }},
        {.id = QStringLiteral("file.preferences"),
            .text = tr("&Preferences…"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::Key_Comma), // some desktops have no standard one
            .icon = QStringLiteral("preferences"),
            .run = [dialogs] { dialogs->choosePreferences(); },
            .role = QAction::PreferencesRole},
        {.id = QStringLiteral("file.quit"),
            .text = tr("&Quit"),
            .shortcut = QKeySequence::Quit,
            .run = [window] { window->close(); },
            .role = QAction::QuitRole},
    };
}

std::vector<ActionSpec> WindowActions::saving() const
{
    const WindowPages* pages = &m_window.pages();
    WindowDialogs* dialogs = &m_window.dialogs();
    EngineController* controller = &m_window.controller();
    const auto hasModel = [controller] { return controller->document() != nullptr; };
    const auto hasSamples = [pages] { return pages->memory->hasSamples(); };
    return {
        {.id = QStringLiteral("save.copy"),
            .text = tr("Save a Cop&y…"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
            .icon = QStringLiteral("save"),
            .run = [dialogs] { dialogs->saveCopy(); },
            .isEnabled = hasModel},
        {.id = QStringLiteral("save.tensor"),
            .text = tr("E&xtract Tensor…"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::Key_E),
            .run = [pages] { pages->tensors->extractCurrent(); },
            .isEnabled = [pages] { return pages->tensors->hasCurrent(); }},
        {.id = QStringLiteral("save.tensors"),
            .text = tr("Save &Tensors as CSV…"),
            .icon = QStringLiteral("table"),
            .run = [pages] { pages->tensors->exportCsv(); },
            .isEnabled = hasModel},
        {.id = QStringLiteral("save.graph"),
            .text = tr("Save &Graph as Picture…"),
            .icon = QStringLiteral("save"),
            .run = [pages] { pages->graph->savePicture(); },
            .isEnabled = hasModel},
        {.id = QStringLiteral("save.chart"),
            .text = tr("Save &Memory Chart…"),
            .icon = QStringLiteral("save"),
            .run = [pages] { pages->memory->savePicture(); },
            .isEnabled = hasSamples},
        {.id = QStringLiteral("save.samples"),
            .text = tr("Save Memory &Samples as CSV…"),
            .icon = QStringLiteral("table"),
            .run = [pages] { pages->memory->saveCsv(); },
            .isEnabled = hasSamples},
    };
}

// Ctrl and a number enter a workspace. Alt and a number lead to a panel and never hide it; the View menu's
// check marks do.
std::vector<ActionSpec> WindowActions::panels() const
{
    MainWindow* window = &m_window;
    DockLayout* layout = &m_window.dockLayout();
    const auto isEntered = [layout] { return layout->isEntered(); };
    std::vector<ActionSpec> actions;
    for (const Workspace& workspace : workspaces()) {
        actions.push_back({.id = QStringLiteral("workspace.") + workspace.id,
            .text = WindowPages::title(workspace.purpose),
            .shortcut = QKeySequence(QStringLiteral("Ctrl+%1").arg(static_cast<int>(workspace.purpose) + 1)),
            .icon = workspace.icon,
            .run = [layout, purpose = workspace.purpose] { layout->enter(purpose); },
            .isEnabled = isEntered,
            .isChecked =
                [layout, purpose = workspace.purpose] {
                    return layout->isEntered() && layout->purpose() == purpose;
                }});
    }
    int number = 1;
    for (const Panel panel : layout->panels()) {
        const QString name = layout->dock(panel).objectName();
        actions.push_back({.id = QStringLiteral("go.") + name,
            .text = WindowPages::title(panel),
            .shortcut =
                number > 10 ? QKeySequence() : QKeySequence(QStringLiteral("Alt+%1").arg(number % 10)),
            .run = [layout, panel] { layout->goTo(panel); },
            .isEnabled = isEntered});
        ++number;
    }
    SelectionHistory* history = &m_window.history();
    actions.push_back({.id = QStringLiteral("go.back"),
        .text = tr("&Back"),
        .shortcut = QKeySequence(Qt::ALT | Qt::Key_Left),
        .icon = QStringLiteral("back"),
        .run = [history] { history->goBack(); },
        .isEnabled = [history] { return history->canGoBack(); }});
    actions.push_back({.id = QStringLiteral("go.forward"),
        .text = tr("For&ward"),
        .shortcut = QKeySequence(Qt::ALT | Qt::Key_Right),
        .icon = QStringLiteral("forward"),
        .run = [history] { history->goForward(); },
        .isEnabled = [history] { return history->canGoForward(); }});
    actions.push_back({.id = QStringLiteral("view.reset"),
        .text = tr("&Reset Layout"),
        .icon = QStringLiteral("refresh"),
        .run = [layout] { layout->reset(); },
        .isEnabled = isEntered});
    actions.push_back({.id = QStringLiteral("view.full-screen"),
        .text = tr("F&ull Screen"),
        .shortcut = QKeySequence(Qt::Key_F11),
        .icon = QStringLiteral("fullscreen"),
        .run = [window] { window->setWindowState(window->windowState() ^ Qt::WindowFullScreen); },
        .isChecked = [window] { return window->isFullScreen(); }});
    return actions;
}

std::vector<ActionSpec> WindowActions::graph() const
{
    GraphPage* page = m_window.pages().graph;
    widgets::GraphView* view = &page->view();
    // What is done to the graph is seen there.
    const auto onGraph = [page, layout = &m_window.dockLayout()](auto act) {
        return [page, layout, act] {
            if (!page->isVisible())
                layout->enter(Purpose::Explore);
            act();
        };
    };
    BookmarksPage* bookmarks = m_window.pages().bookmarks;
    Selection* selection = &m_window.selection();
    const auto hasModel = [controller = &m_window.controller()] { return controller->document() != nullptr; };
    return {
        {.id = QStringLiteral("graph.bookmark"),
            .text = tr("Book&mark the Selected Node"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::Key_D),
            .icon = QStringLiteral("bookmark"),
            .run = [bookmarks] { bookmarks->toggle(); },
            .isEnabled = [selection] { return selection->current().kind == SelectedItem::Kind::Node; },
            .isChecked =
                [bookmarks, selection] {
                    const SelectedItem& item = selection->current();
                    return item.kind == SelectedItem::Kind::Node && bookmarks->model().isMarked(item.index);
                }},
        {.id = QStringLiteral("graph.find"),
            .text = tr("&Find in the Graph"),
            .shortcut = QKeySequence::Find,
            .icon = QStringLiteral("find"),
            .run = onGraph([page] { page->focusFind(); }),
            .isEnabled = hasModel},
        {.id = QStringLiteral("graph.fit"),
            .text = tr("Fi&t Graph"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::Key_9),
            .icon = QStringLiteral("fit"),
            .run = onGraph([view] { view->fit(); }),
            .isEnabled = hasModel},
        {.id = QStringLiteral("graph.zoom-in"),
            .text = tr("Zoom &In"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::Key_Plus),
            .icon = QStringLiteral("zoom-in"),
            .run = onGraph([view] { view->zoomIn(); }),
            .isEnabled = hasModel},
        {.id = QStringLiteral("graph.zoom-out"),
            .text = tr("Zoom &Out"),
            .shortcut = QKeySequence(Qt::CTRL | Qt::Key_Minus),
            .icon = QStringLiteral("zoom-out"),
            .run = onGraph([view] { view->zoomOut(); }),
            .isEnabled = hasModel},
        {.id = QStringLiteral("graph.expand"),
            .text = tr("&Expand All Scopes"),
            .icon = QStringLiteral("expand"),
            .run = onGraph([view] { view->expandAll(); }),
            .isEnabled = hasModel},
        {.id = QStringLiteral("graph.collapse"),
            .text = tr("&Collapse All Scopes"),
            .icon = QStringLiteral("collapse"),
            .run = onGraph([view] { view->collapseAll(); }),
            .isEnabled = hasModel},
        {.id = QStringLiteral("graph.minimap"),
            .text = tr("O&verview"),
            .run = onGraph([page] { page->toggleMinimap(); }),
            .isEnabled = hasModel,
            .isChecked = [view] { return view->display().showsMinimap; }},
    };
}

std::vector<ActionSpec> WindowActions::colours() const
{
    MainWindow* window = &m_window;
    const std::pair<Appearance, QString> choices[] {{Appearance::System, tr("Like the &System")},
        {Appearance::Light, tr("&Light")}, {Appearance::Dark, tr("&Dark")},
        {Appearance::HighContrast, tr("&High Contrast")}};
    std::vector<ActionSpec> actions;
    for (const auto& [appearance, text] : choices) {
        actions.push_back({.id = QStringLiteral("colours.") + toString(appearance),
            .text = text,
            .run = [window, chosen = appearance] { window->setAppearance(chosen); },
            .isChecked = [window, chosen = appearance] { return window->appearance() == chosen; }});
    }
    return actions;
}

std::vector<ActionSpec> WindowActions::helping() const
{
    MainWindow* window = &m_window;
    WindowDialogs* dialogs = &m_window.dialogs();
    std::vector<ActionSpec> actions;
    std::vector<std::pair<DemoChoice, QString>> demos {{DemoPart::Sd15Unet, QStringLiteral("demo.unet")},
        {DemoPart::Sd15Vae, QStringLiteral("demo.vae")}, {DemoPart::Sd15Clip, QStringLiteral("demo.clip")},
        {DemoFolder::Sd15, QStringLiteral("demo.folder")}};
    for (const ArchitectureName& entry : demoArchitectures())
        demos.emplace_back(entry.architecture, architectureAction(entry));
    for (const auto& [model, id] : demos)
        actions.push_back({.id = id,
            .text = tr("%1…").arg(DemoDialog::title(model)),
            .run = [dialogs, chosen = model] { dialogs->chooseDemo(chosen); }});
    actions.push_back({.id = QStringLiteral("help.guide"),
        .text = tr("&Guide"),
        .shortcut = QKeySequence::HelpContents,
        .icon = QStringLiteral("help"),
        .run = [window] {
            auto* guide = new GuideDialog(window);
            guide->setAttribute(Qt::WA_DeleteOnClose);
            guide->show();
        }});
    actions.push_back({.id = QStringLiteral("help.whats-this"),
        .text = tr("&What's This?"),
        .shortcut = QKeySequence::WhatsThis,
        .icon = QStringLiteral("information"),
        .run = [] { QWhatsThis::enterWhatsThisMode(); }});
    actions.push_back({.id = QStringLiteral("help.shortcuts"),
        .text = tr("&Keyboard Shortcuts"),
        .shortcut = QKeySequence(Qt::CTRL | Qt::Key_F1),
        .run = [window] { HelpDialogs::showShortcuts(*window); }});
    actions.push_back({.id = QStringLiteral("help.devices"), .text = tr("&Devices…"), .run = [dialogs] {
                           dialogs->showDevices();
                       }});
    actions.push_back({.id = QStringLiteral("help.about"),
        .text = tr("&About Weightless"),
        .run = [window] { HelpDialogs::showAbout(*window); },
        .role = QAction::AboutRole});
    return actions;
}

} // namespace weightless::ui
