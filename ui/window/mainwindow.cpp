// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/models/tensormodel.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/propertiespage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/text/loadtext.h"
#include "ui/text/text.h"
#include "ui/window/icons.h"
#include "ui/window/startpage.h"
#include "ui/window/windowactions.h"
#include "ui/window/windowstatusbar.h"
#include "widgets/graph/graphview.h"
#include "widgets/plaintext.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QUrl>

namespace weightless::ui {

namespace {

constexpr QSize roomySize(1600, 1000);

// All of it is on the screen, with room for the frame. Offscreen there is no screen to fit.
QSize preferredSize()
{
    const QScreen* screen = QGuiApplication::primaryScreen();
    if (screen == nullptr || QGuiApplication::platformName() == QLatin1String("offscreen"))
        return roomySize;
    return roomySize.boundedTo(screen->availableSize() * 0.94);
}

} // namespace

MainWindow::MainWindow(bool keepsSettings, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(keepsSettings ? std::make_unique<QSettings>() : nullptr)
    , m_controller(new EngineController(this))
    , m_selection(this)
    , m_centre(new QStackedWidget(this))
    , m_pages(std::make_unique<WindowPages>(*m_controller, m_selection, *m_centre))
    , m_dockLayout(new DockLayout(*this))
    , m_dialogs(new WindowDialogs(*m_controller, *this))
    , m_status(new WindowStatusBar(*m_controller, this))
    , m_recent(new RecentFiles(this))
    , m_actionRegistry(new ActionRegistry(*this))
{
    setWindowIcon(programIcon());
    setWindowTitle(tr("Weightless"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    resize(preferredSize());
    setCentralWidget(m_centre);
    setStatusBar(m_status);
    m_pages->addTo(*m_dockLayout);
    m_dockLayout->arrange();
    m_actionRegistry->add(WindowActions(*this).all());
    makeMenus();
    connectModel();
    connectLoading();
    connectPages();
    if (m_settings)
        restoreSettings();
    showRecentFiles(m_recent->paths());
}

// Pages refer to the selection and the controller, so they go first; the controller waits for its worker.
MainWindow::~MainWindow()
{
    m_controller->disconnect();
    m_selection.disconnect();
    for (const Panel panel : m_dockLayout->panels())
        delete &m_dockLayout->dock(panel);
    delete takeCentralWidget();
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

void MainWindow::connectModel()
{
    connect(m_controller, &EngineController::modelOpened, this, &MainWindow::onModelOpened);
    connect(m_controller, &EngineController::modelClosed, this, &MainWindow::onModelClosed);
    connect(m_controller, &EngineController::graphBuilt, this, &MainWindow::onGraphBuilt);
    connect(m_controller, &EngineController::unloaded, this, &MainWindow::onGraphBuilt);
    connect(m_controller, &EngineController::reported, this, &MainWindow::report);
    connect(m_controller, &EngineController::tensorSaved, this, &MainWindow::showSaved);
    connect(m_controller, &EngineController::stateChanged, this, [this](EngineState state) {
        if (state != EngineState::Opening)
            m_pages->start->setOpening({});
        m_actionRegistry->update();
    });
    connect(m_controller, &EngineController::unloaded, m_actionRegistry, &ActionRegistry::update);
    connect(m_dialogs, &WindowDialogs::openRequested, this, &MainWindow::openModel);
    connect(m_dialogs, &WindowDialogs::reported, this, &MainWindow::report);
    connect(m_dialogs, &WindowDialogs::saved, this, &MainWindow::showSaved);
    connect(m_dialogs, &WindowDialogs::preferencesChosen, this, [this](const Preferences& preferences) {
        if (m_settings)
            preferences.write(*m_settings);
    });
    connect(m_recent, &RecentFiles::changed, this, &MainWindow::showRecentFiles);
}

void MainWindow::connectLoading()
{
    connect(m_controller, &EngineController::constantsSet, this, &MainWindow::onConstantsSet);
    connect(
        m_controller, &EngineController::loadStarted, this, [this] { m_dockLayout->raise(Panel::Memory); });
    connect(m_controller, &EngineController::loadEnded, this, [this](const LoadResult& result) {
        m_status->showMessage(LoadText::result(result), 10'000);
        if (m_controller->canRun())
            m_dockLayout->raise(Panel::Run);
    });
}

void MainWindow::connectPages()
{
    connect(m_pages->start, &StartPage::openRequested, m_dialogs, &WindowDialogs::chooseModel);
    connect(m_pages->start, &StartPage::fileRequested, this, &MainWindow::openModel);
    connect(m_pages->start, &StartPage::demoRequested, m_dialogs,
        [this] { m_dialogs->chooseDemo(DemoPart::Sd15Unet); });
    connect(m_pages->start, &StartPage::cancelRequested, m_controller, &EngineController::cancel);
    connect(m_pages->problems, &ProblemsPage::changed, this, &MainWindow::onProblemsChanged);
    connect(m_status, &WindowStatusBar::problemsRequested, m_dockLayout,
        [this] { m_dockLayout->show(Panel::Problems); });
    const auto saveFailed = [this](const QString& message) {
        report(problemOf(Task::Save, Error(ErrorKind::Io, toUtf8(message))));
    };
    const widgets::GraphView* view = &m_pages->graph->view();
    connect(m_pages->tensors, &TensorsPage::extractRequested, m_dialogs, &WindowDialogs::extractTensor);
    connect(m_pages->tensors, &TensorsPage::saved, this, &MainWindow::showSaved);
    connect(m_pages->tensors, &TensorsPage::failed, this, saveFailed);
    connect(view, &widgets::GraphView::exported, this, &MainWindow::showSaved);
    connect(view, &widgets::GraphView::exportFailed, this, saveFailed);
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
    m_controller->openModel(isWeb ? path : QFileInfo(path).absoluteFilePath());
    m_pages->start->setOpening(isWeb ? QUrl(path).fileName() : QFileInfo(path).fileName());
}

void MainWindow::openAgain()
{
    if (const ModelDocumentPtr& document = m_controller->document())
        openModel(fromPath(document->model.path));
}

void MainWindow::onModelClosed()
{
    m_selection.clear(this);
    m_pages->outline->setDocument({});
    m_pages->graph->setDocument({});
    m_pages->tensors->setDocument({});
    m_pages->properties->setDocument({});
    m_centre->setCurrentWidget(m_pages->start);
    setWindowTitle(tr("Weightless"));
}

void MainWindow::onModelOpened()
{
    const ModelDocumentPtr& document = m_controller->document();
    m_pages->outline->setDocument(document);
    m_pages->tensors->setDocument(document);
    m_pages->properties->setDocument(document);
    m_pages->graph->setDocument(document);
    m_centre->setCurrentWidget(m_pages->graph);
    const QString path = fromPath(document->model.path);
    setWindowTitle(tr("%1 – Weightless").arg(QFileInfo(path).fileName()));
    m_recent->add(path);
    for (const UnsupportedOperator& entry : document->unsupported) {
        report(warningOf(Task::Open,
            tr("Operator %1 is not known to this build (%Ln node(s), first '%2')", nullptr,
                static_cast<int>(entry.count))
                .arg(fromUtf8(entry.name), fromUtf8(entry.firstNode)),
            tr("The model can be inspected, but not run.")));
    }
}

void MainWindow::onGraphBuilt()
{
    m_pages->tensors->model().setNeeded(m_controller->graph()->tensorOfConstant);
    m_pages->properties->setValueShapes(m_controller->graph()->valueShapes);
    m_pages->graph->resetStates();
}

void MainWindow::onConstantsSet(const std::vector<int>& constants)
{
    std::vector<int> rows;
    for (const int constant : constants) {
        rows.push_back(m_controller->graph()->tensorOfConstant[static_cast<size_t>(constant)]);
    }
    m_pages->graph->markSet(rows);
    m_pages->tensors->model().setStates(std::move(rows), TensorState::Set);
}

void MainWindow::onProblemsChanged(int errors, int warnings)
{
    const int count = errors + warnings;
    m_dockLayout->dock(Panel::Problems)
        .setWindowTitle(count > 0 ? tr("Problems (%1)").arg(count) : WindowPages::title(Panel::Problems));
    m_status->setProblems(errors, warnings);
    if (errors > m_shownErrors)
        m_dockLayout->show(Panel::Problems);
    m_shownErrors = errors;
}

void MainWindow::showRecentFiles(const QStringList& paths)
{
    m_pages->start->setRecentFiles(paths);
    m_recentMenu->clear();
    for (const QString& path : paths) {
        QAction* action = m_recentMenu->addAction(
            QFileInfo(path).fileName().replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setToolTip(widgets::plainToolTip(path));
        connect(action, &QAction::triggered, this, [this, path] { openModel(path); });
    }
    if (paths.isEmpty())
        m_recentMenu->addAction(tr("No recent files"))->setEnabled(false);
}

void MainWindow::startLoad(LoadMode mode)
{
    m_pages->load->setMode(mode);
    m_pages->load->start();
}

bool MainWindow::dispatch()
{
    if (!m_pages->run->obstacle().isEmpty())
        return false;
    m_pages->run->dispatch();
    return true;
}

bool MainWindow::isSettled() const
{
    return !m_controller->isBusy() && !m_pages->graph->view().isLayingOut();
}

void MainWindow::report(const Problem& problem)
{
    m_pages->problems->add(problem);
}

void MainWindow::setAppearance(Appearance appearance)
{
    m_appearance = appearance;
    applyAppearance(appearance);
    m_actionRegistry->update();
}

void MainWindow::showSaved(const QString& path)
{
    m_status->showMessage(tr("Saved %1").arg(path), 5000);
}

void MainWindow::restoreSettings()
{
    restoreGeometry(m_settings->value(QStringLiteral("window/geometry")).toByteArray());
    m_dockLayout->restore(*m_settings);
    m_recent->setPaths(m_settings->value(QStringLiteral("recentFiles")).toStringList());
    setAppearance(appearanceFromString(m_settings->value(QStringLiteral("window/appearance")).toString())
                      .value_or(Appearance::System));
    m_pages->load->restore(*m_settings);
    m_pages->memory->restore(*m_settings);
    m_dialogs->setPreferences(Preferences::read(*m_settings));
}

void MainWindow::saveSettings()
{
    m_settings->setValue(QStringLiteral("window/geometry"), saveGeometry());
    m_dockLayout->save(*m_settings);
    m_settings->setValue(QStringLiteral("recentFiles"), m_recent->paths());
    m_settings->setValue(QStringLiteral("window/appearance"), toString(m_appearance));
    m_pages->load->save(*m_settings);
    m_pages->memory->save(*m_settings);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_settings)
        saveSettings();
    m_controller->cancelDemo();
    m_controller->cancelSave();
    m_controller->cancel();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && (urls.front().isLocalFile() || isWebAddress(urls.front().toString())))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QUrl url = event->mimeData()->urls().front();
    openModel(url.isLocalFile() ? url.toLocalFile() : url.toString(QUrl::FullyEncoded));
    event->acceptProposedAction();
}

} // namespace weightless::ui
