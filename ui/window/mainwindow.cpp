// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/engine/loadchoices.h"
#include "ui/generate/pipelineplace.h"
#include "ui/pages/bookmarkspage.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/pages/valuespage.h"
#include "ui/run/resultview.h"
#include "ui/start/recenttitles.h"
#include "ui/start/startpage.h"
#include "ui/style/screenroom.h"
#include "ui/text/loadtext.h"
#include "ui/text/text.h"
#include "ui/window/droptarget.h"
#include "ui/window/headerbar.h"
#include "ui/window/icons.h"
#include "ui/window/modelwatch.h"
#include "ui/window/noticebar.h"
#include "ui/window/pagefeed.h"
#include "ui/window/problemguide.h"
#include "ui/window/windowactions.h"
#include "ui/window/windowstatusbar.h"
#include "ui/window/workspaceguide.h"
#include "widgets/graph/graphview.h"
#include "widgets/plaintext.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace weightless::ui {

namespace {

constexpr QSize roomySize(1600, 1000);

} // namespace

MainWindow::MainWindow(bool keepsSettings, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(keepsSettings ? std::make_unique<QSettings>() : nullptr)
    , m_controller(new EngineController(this))
    , m_choices(new LoadChoices(*m_controller, this))
    , m_selection(this)
    , m_history(m_selection, this)
    , m_notices(new NoticeBar(this))
    , m_centre(new QStackedWidget(this))
    , m_pages(std::make_unique<WindowPages>(*m_controller, *m_choices, m_selection, *m_centre))
    , m_dockLayout(new DockLayout(*this, *m_centre))
    , m_dialogs(new WindowDialogs(*m_controller, *this))
    , m_status(new WindowStatusBar(*m_controller, this))
    , m_recent(new RecentFiles(this))
    , m_actionRegistry(new ActionRegistry(*this))
    , m_watch(new ModelWatch(this))
    , m_problems(new ProblemGuide(*m_controller, *m_dockLayout, *m_pages, *m_status, this))
{
    setWindowIcon(programIcon());
    setWindowTitle(tr("Weightless"));
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    setDocumentMode(true);
    resizeOnScreen(*this, roomySize);
    setCentralWidget(makeCentre());
    setStatusBar(m_status);
    m_pages->addTo(*m_dockLayout);
    m_actionRegistry->add(WindowActions(*this).all());
    m_header = new HeaderBar(*m_controller, *m_choices, *m_pages->run, *m_actionRegistry, this);
    addToolBar(m_header);
    makeMenus();
    connectWorkspaces();
    connectModel();
    connectPages();
    if (m_settings)
        restoreSettings();
    showRecentFiles();
}

QWidget* MainWindow::makeCentre()
{
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notices);
    layout->addWidget(m_centre, 1);
    return centre;
}

// Pages refer to the selection and the controller, so they go first; the controller waits for its worker.
MainWindow::~MainWindow()
{
    m_controller->disconnect();
    m_selection.disconnect();
    delete m_problems; // it follows the start page, and asks the page of problems
    for (const Panel panel : m_dockLayout->panels())
        delete &m_dockLayout->dock(panel);
    delete takeCentralWidget();
    delete m_header;
    delete m_status;
    delete m_controller;
}

void MainWindow::makeMenus()
{
    for (const MenuSpec& spec : WindowActions::submenus()) {
        QMenu* menu = m_actionRegistry->addMenu(spec);
        if (spec.id == QLatin1String("menu.recent"))
            m_recentMenu = menu;
        if (spec.id != QLatin1String("menu.panels"))
            continue;
        for (const Panel panel : m_dockLayout->panels())
            menu->addAction(m_dockLayout->dock(panel).toggleViewAction());
    }
    for (const MenuSpec& spec : WindowActions::menuBar())
        menuBar()->addMenu(m_actionRegistry->addMenu(spec));
}

void MainWindow::connectWorkspaces()
{
    auto* feed = new PageFeed(*m_controller, m_selection, *m_pages, this);
    connect(m_dialogs, &WindowDialogs::nodeChosen, this, [this, feed](const QString& node) {
        m_dockLayout->goTo(Panel::Graph);
        feed->selectNode(node);
    });
    connect(m_pages->results, &ResultView::graphWanted, this, [this] {
        m_pages->graph->colourByTime();
        m_dockLayout->goTo(Panel::Graph);
    });
    connect(m_pages->outline, &OutlinePage::graphRequested, this, [this] {
        m_dockLayout->goTo(Panel::Graph);
        m_pages->graph->showSelection();
    });
    connect(m_dialogs, &WindowDialogs::tensorChosen, this,
        [this](int row) { m_selection.selectTensor(row, m_dialogs); });
    connect(m_pages->bookmarks, &BookmarksPage::noteWanted, m_dockLayout,
        [this] { m_dockLayout->raise(Panel::Bookmarks); });
    connect(&m_pages->bookmarks->model(), &BookmarkModel::changed, m_actionRegistry, &ActionRegistry::update);
    connect(&m_selection, &Selection::changed, m_actionRegistry, &ActionRegistry::update);
    new WorkspaceGuide(*m_controller, *m_dockLayout, *m_notices, this);
    connectFiles();
    m_header->hide();
    connect(m_header, &HeaderBar::workspaceChosen, m_dockLayout, &DockLayout::enter);
    connect(m_header, &HeaderBar::needsClicked, m_dockLayout, [this] { m_dockLayout->goTo(Panel::Load); });
    connect(m_pages->load, &LoadPage::widthChanged, m_dockLayout, &DockLayout::fitPages);
    connect(m_dockLayout, &DockLayout::entered, this, [this](Purpose purpose) {
        m_header->showWorkspace(purpose);
        m_header->show();
        m_actionRegistry->update();
    });
    connect(m_dockLayout, &DockLayout::left, this, [this] {
        m_header->hide();
        m_pages->start->takeKeyboard(); // where it was is gone
        m_actionRegistry->update();
    });
}

void MainWindow::connectModel()
{
    connect(m_controller, &EngineController::modelOpened, this, &MainWindow::onModelOpened);
    connect(m_controller, &EngineController::modelClosed, this, &MainWindow::onModelClosed);
    connect(m_controller, &EngineController::reported, this, &MainWindow::report);
    connect(&m_controller->saving(), &EngineSaving::tensorSaved, this, &MainWindow::showSaved);
    connect(m_controller, &EngineController::loadEnded, this, [this](const LoadResult& result) {
        m_status->tell(LoadText::result(result, m_controller->activeSeconds()), 10'000);
    });
    connect(m_controller, &EngineController::stateChanged, this, [this](EngineState state) {
        if (state != EngineState::Opening)
            m_pages->start->setOpening({});
        m_actionRegistry->update();
        m_header->refresh();
    });
    connect(m_controller, &EngineController::unloaded, m_actionRegistry, &ActionRegistry::update);
    connect(m_choices, &LoadChoices::changed, this, [this] {
        m_actionRegistry->update();
        m_header->refresh();
    });
    connect(m_dialogs, &WindowDialogs::openRequested, this, &MainWindow::openModel);
    connect(m_dialogs, &WindowDialogs::reported, this, &MainWindow::report);
    connect(m_dialogs, &WindowDialogs::saved, this, &MainWindow::showSaved);
    m_status->countBeside([this] { return m_dialogs->heldBeside(); });
    connectSettings();
    connect(&m_history, &SelectionHistory::changed, m_actionRegistry, &ActionRegistry::update);
    connect(m_recent, &RecentFiles::changed, this, &MainWindow::showRecentFiles);
}

void MainWindow::connectPages()
{
    auto* drops = new DropTarget(*this);
    connect(drops, &DropTarget::hovered, m_pages->start, &StartPage::setDropTarget);
    connect(drops, &DropTarget::dropped, this, &MainWindow::openModel);
    connect(m_pages->start, &StartPage::openRequested, m_dialogs, &WindowDialogs::chooseModel);
    connect(m_pages->start, &StartPage::fileRequested, this, &MainWindow::openModel);
    connect(m_dialogs, &WindowDialogs::projectOpened, this,
        [this](const QString& path) { m_recent->add(path, -1); });
    connect(m_pages->start, &StartPage::folderRequested, m_dialogs, &WindowDialogs::chooseProject);
    connect(m_pages->start, &StartPage::urlRequested, m_dialogs, &WindowDialogs::chooseUrl);
    connect(m_pages->start, &StartPage::removeRequested, m_recent, &RecentFiles::remove);
    connect(m_pages->start, &StartPage::demoRequested, m_dialogs,
        [this] { m_dialogs->chooseDemo(DemoPart::Sd15Unet); });
    connect(m_pages->start, &StartPage::cancelRequested, m_controller, &EngineController::cancel);
    connect(m_pages->run, &RunPage::readinessChanged, this, [this] {
        m_actionRegistry->update();
        m_header->refresh();
    });
    const auto saveFailed = [this](const QString& message) {
        report(problemOf(Task::Save, Error(ErrorKind::Io, toUtf8(message))));
    };
    connect(m_pages->tensors, &TensorsPage::currentChanged, m_actionRegistry, &ActionRegistry::update);
    connect(m_pages->tensors, &TensorsPage::extractRequested, m_dialogs, &WindowDialogs::extractTensor);
    connect(m_pages->values, &ValuesPage::extractRequested, m_dialogs, &WindowDialogs::extractTensor);
    connect(m_pages->values, &ValuesPage::saveRequested, m_dialogs, &WindowDialogs::saveValues);
    connect(m_pages->tensors, &TensorsPage::valuesRequested, m_dockLayout,
        [this] { m_dockLayout->goTo(Panel::Values); });
    connect(m_pages->tensors, &TensorsPage::saved, this, &MainWindow::showSaved);
    connect(m_pages->tensors, &TensorsPage::failed, this, saveFailed);
    connect(m_pages->graph, &GraphPage::saved, this, &MainWindow::showSaved);
    connect(m_pages->graph, &GraphPage::failed, this, saveFailed);
    connect(m_pages->graph, &GraphPage::refused, this, [this](const QString& message) {
        report(problemOf(Task::Save, Error(ErrorKind::InvalidArgument, toUtf8(message))));
    });
    connect(m_pages->results, &ResultView::saved, this, &MainWindow::showSaved);
    connect(m_pages->results, &ResultView::failed, this, saveFailed);
    connect(m_pages->memory, &MemoryPage::hasSamplesChanged, m_actionRegistry, &ActionRegistry::update);
    connect(m_pages->memory, &MemoryPage::saved, this, &MainWindow::showSaved);
    connect(m_pages->memory, &MemoryPage::failed, this, saveFailed);
}

void MainWindow::openModel(const QString& path)
{
    const bool isWeb = isWebAddress(path);
    if (!isWeb && QFileInfo(path).isDir()) {
        m_dialogs->openProject(path);
        return;
    }
    if (isPipelineAddress(path)) {
        m_dialogs->openPipeline(path);
        return;
    }
    m_problems->noteOpening();
    m_controller->openModel(isWeb ? path : absolutePathText(path));
    m_pages->start->setOpening(isWeb ? QUrl(path).fileName() : QFileInfo(path).fileName());
}

void MainWindow::onModelClosed()
{
    m_watch->watchNothing();
    setWindowTitle(tr("Weightless"));
}

void MainWindow::onModelOpened()
{
    const ModelDocumentPtr& document = m_controller->document();
    m_history.clear();
    const QString path = fromPath(document->model.path);
    setWindowTitle(tr("%1 – Weightless").arg(modelTitle(path)));
    m_recent->add(path, document->filesBytes());
    m_watch->watch(*document);
    for (const UnsupportedOperator& entry : document->unsupported) {
        report(warningOf(Task::Open,
            tr("Operator %1 is not known to this build (%Ln node(s), first '%2')", nullptr,
                static_cast<int>(entry.count))
                .arg(widgets::shownName(fromUtf8(entry.name)), widgets::shownName(fromUtf8(entry.firstNode))),
            tr("The model can be inspected, but not run.")));
    }
}

void MainWindow::showRecentFiles()
{
    const QStringList paths = m_recent->paths();
    m_pages->start->setRecentFiles(m_recent->files());
    m_recentMenu->clear();
    const QStringList titles = recentTitles(paths, 2);
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QString& path = paths[i];
        QString title = widgets::shownName(titles[i]);
        QAction* action = m_recentMenu->addAction(title.replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setToolTip(widgets::plainToolTip(path));
        connect(action, &QAction::triggered, this, [this, path] { openModel(path); });
    }
    if (paths.isEmpty()) {
        m_recentMenu->addAction(tr("No recent files"))->setEnabled(false);
        return;
    }
    m_recentMenu->addSeparator();
    // Queued: it takes the entries along, and itself.
    connect(m_recentMenu->addAction(tr("&Clear List")), &QAction::triggered, m_recent, &RecentFiles::clear,
        Qt::QueuedConnection);
}

void MainWindow::startLoad(LoadMode mode)
{
    m_choices->setMode(mode);
    m_choices->start();
}

bool MainWindow::dispatch()
{
    return m_pages->run->dispatch();
}

bool MainWindow::isSettled() const
{
    return !m_controller->isBusy() && !m_pages->graph->view().isLayingOut();
}

void MainWindow::report(const Problem& problem)
{
    m_problems->report(problem);
}

void MainWindow::showSaved(const QString& path)
{
    m_status->tell(tr("Saved %1").arg(path), 5000);
}

bool MainWindow::focusNextPrevChild(bool isNext)
{
    // Qt does not hide panels behind the tabs of others, nor tabs without panels: they lie outside of the
    // window.
    const auto isInView = [this](const QWidget* widget) {
        while (widget && !widget->isWindow() && widget->parentWidget() != this)
            widget = widget->parentWidget();
        return !widget || widget->isWindow() || rect().intersects(widget->geometry());
    };
    const QWidget* first = nullptr;
    while (QMainWindow::focusNextPrevChild(isNext)) {
        const QWidget* reached = focusWidget();
        if (isInView(reached) || reached == first)
            return true;
        if (!first)
            first = reached;
    }
    return false;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_dialogs->mayGo()) {
        event->ignore();
        return;
    }
    m_dialogs->hideBeside(); // whose pictures were asked about
    if (m_settings)
        saveSettings();
    m_controller->saving().cancelDemo();
    m_controller->saving().cancelSave();
    m_controller->saving().cancelTensors();
    m_controller->cancel();
    QMainWindow::closeEvent(event);
}

// The desktop has changed between light and dark.
bool MainWindow::event(QEvent* event)
{
    if (event->type() == QEvent::ThemeChange && appearance() == Appearance::System)
        applyAppearance(Appearance::System);
    return QMainWindow::event(event);
}

} // namespace weightless::ui
