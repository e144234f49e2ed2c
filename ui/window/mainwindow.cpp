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
#include "ui/text/modetext.h"
#include "ui/text/text.h"
#include "ui/window/icons.h"
#include "ui/window/mainwindowmenus.h"
#include "ui/window/startpage.h"
#include "widgets/formatbytes.h"
#include "widgets/graph/graphview.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QProgressDialog>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
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
    , m_keepsSettings(keepsSettings)
    , m_controller(new EngineController(this))
    , m_selection(this)
{
    setWindowIcon(programIcon());
    setWindowTitle(tr("Weightless"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    resize(preferredSize());
    makePages();
    makeDocks();
    makeStatusBar();
    MainWindowMenus(*this).make();
    connectModel();
    connectLoading();
    connectPages();
    if (m_keepsSettings)
        restoreSettings();
    m_start->setRecentFiles(recentFiles());
    onStateChanged(m_controller->state());
}

// Pages refer to the selection and the controller, so they go first; the controller waits for its worker.
MainWindow::~MainWindow()
{
    m_controller->disconnect();
    m_selection.disconnect();
    qDeleteAll(m_docks);
    delete takeCentralWidget();
    delete m_controller;
}

void MainWindow::makePages()
{
    m_centre = new QStackedWidget(this);
    m_start = new StartPage(m_centre);
    m_graph = new GraphPage(m_selection, m_centre);
    m_centre->addWidget(m_start);
    m_centre->addWidget(m_graph);
    setCentralWidget(m_centre);
    m_outline = new OutlinePage(m_selection, this);
    m_properties = new PropertiesPage(m_selection, this);
    m_tensors = new TensorsPage(m_selection, this);
    m_memory = new MemoryPage(this);
    m_problems = new ProblemsPage(this);
    m_load = new LoadPage(*m_controller, this);
    m_run = new RunPage(*m_controller, this);
}

void MainWindow::connectModel()
{
    connect(m_controller, &EngineController::modelOpened, this, &MainWindow::onModelOpened);
    connect(m_controller, &EngineController::modelClosed, this, &MainWindow::onModelClosed);
    connect(m_controller, &EngineController::graphBuilt, this, &MainWindow::onGraphBuilt);
    connect(m_controller, &EngineController::stateChanged, this, &MainWindow::onStateChanged);
    connect(m_controller, &EngineController::reported, this, &MainWindow::report);
    connect(m_controller, &EngineController::tensorSaved, this, &MainWindow::showSaved);
    connect(m_controller, &EngineController::demoEnded, this, &MainWindow::endDemo);
    connect(m_controller, &EngineController::demoAdvanced, this, [this](qint64 done, qint64 total) {
        if (m_demoProgress && total > 0)
            m_demoProgress->setValue(static_cast<int>(done * 1000 / total));
    });
    connect(m_controller, &EngineController::saveEnded, this, &MainWindow::endSave);
    connect(m_controller, &EngineController::saveAdvanced, this, [this](qint64 done, qint64 total) {
        if (m_saveProgress && total > 0)
            m_saveProgress->setValue(static_cast<int>(done * 1000 / total));
    });
    connect(m_tensors, &TensorsPage::extractRequested, this, &MainWindow::extractTensor);
}

void MainWindow::connectLoading()
{
    connect(m_controller, &EngineController::memorySampled, this, &MainWindow::onSampled);
    connect(m_controller, &EngineController::constantsSet, this, &MainWindow::onConstantsSet);
    connect(m_controller, &EngineController::progressed, this, &MainWindow::onProgressed);
    connect(m_controller, &EngineController::loadStarted, this, [this](LoadMode mode) {
        m_shownPhase.clear();
        raiseMemory();
        m_memory->beginLoad(mode);
        m_memory->addPhase(0, tr("load"));
    });
    connect(m_controller, &EngineController::loadEnded, this, [this](const LoadResult& result) {
        const LoadMode mode =
            result.report.mode == LoadMode::Auto ? m_controller->loadMode() : result.report.mode;
        m_memory->endLoad(m_controller->activeSeconds(), mode);
        statusBar()->showMessage(LoadText::result(result), 10'000);
        if (m_controller->canRun())
            raiseRun();
    });
    connect(m_controller, &EngineController::unloaded, this, &MainWindow::onGraphBuilt);
    connect(m_controller, &EngineController::runStarted, this,
        [this] { m_memory->addPhase(m_controller->activeSeconds(), tr("dispatch")); });
}

void MainWindow::connectPages()
{
    connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseModel);
    connect(m_start, &StartPage::fileRequested, this, &MainWindow::openModel);
    connect(m_start, &StartPage::demoRequested, this, [this] { writeDemo(DemoPart::Sd15Unet); });
    connect(m_problems, &ProblemsPage::changed, this, &MainWindow::onProblemsChanged);
    const auto saveFailed = [this](const QString& message) {
        report(problemOf(Task::Save, Error(ErrorKind::Io, toUtf8(message))));
    };
    connect(m_tensors, &TensorsPage::saved, this, &MainWindow::showSaved);
    connect(m_tensors, &TensorsPage::failed, this, saveFailed);
    connect(&m_graph->view(), &widgets::GraphView::exported, this, &MainWindow::showSaved);
    connect(&m_graph->view(), &widgets::GraphView::exportFailed, this, saveFailed);
    connect(m_memory, &MemoryPage::saved, this, &MainWindow::showSaved);
    connect(m_memory, &MemoryPage::failed, this, saveFailed);
}

// A folder is a project; everything else is read as a model, from this machine or a server.
void MainWindow::openModel(const QString& path)
{
    if (isWebAddress(path)) {
        m_path.clear();
        m_start->setOpening(QUrl(path).fileName());
        m_controller->openModel(path);
        return;
    }
    if (QFileInfo(path).isDir()) {
        openProject(path);
        return;
    }
    m_path = QFileInfo(path).absoluteFilePath();
    m_start->setOpening(m_path);
    m_controller->openModel(m_path);
}

void MainWindow::onModelClosed()
{
    m_selection.clear(this);
    m_outline->setDocument({});
    m_graph->setDocument({});
    m_tensors->setDocument({});
    m_properties->setDocument({});
    m_memory->clear();
    m_centre->setCurrentWidget(m_start);
    setWindowTitle(tr("Weightless"));
}

void MainWindow::onModelOpened()
{
    const ModelDocumentPtr& document = m_controller->document();
    m_outline->setDocument(document);
    m_tensors->setDocument(document);
    m_properties->setDocument(document);
    m_graph->setDocument(document);
    m_centre->setCurrentWidget(m_graph);
    const QString path = fromPath(document->model.path);
    setWindowTitle(tr("%1 – Weightless").arg(QFileInfo(path).fileName()));
    addRecentFile(path);
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
    m_tensors->model().setNeeded(m_controller->graph()->tensorOfConstant);
    m_properties->setValueShapes(m_controller->graph()->valueShapes);
    m_graph->resetStates();
}

void MainWindow::onConstantsSet(const std::vector<int>& constants)
{
    std::vector<int> rows;
    std::vector<double> moments;
    for (const int constant : constants) {
        rows.push_back(m_controller->graph()->tensorOfConstant[static_cast<size_t>(constant)]);
        const double seconds = m_controller->feed()->setAtSeconds(static_cast<size_t>(constant));
        moments.push_back(std::min(seconds, m_controller->activeSeconds()));
    }
    m_graph->markSet(rows);
    m_memory->addConstantsSet(moments);
    m_tensors->model().setStates(std::move(rows), TensorState::Set);
}

void MainWindow::onStateChanged(EngineState state)
{
    if (state == EngineState::Empty)
        m_start->setOpening({});
    m_stateLabel->setText(LoadText::state(*m_controller));
    const bool isIndefinite =
        state == EngineState::Opening || state == EngineState::Building || state == EngineState::Running;
    m_progress->setVisible(m_controller->isBusy() || state == EngineState::Paused);
    m_progress->setRange(0, isIndefinite ? 0 : 1000);
}

void MainWindow::onProgressed()
{
    const LoadFeedPtr& feed = m_controller->feed();
    if (!feed)
        return;
    const LoadText::Progress progress = LoadText::progress(*m_controller, *feed);
    m_progress->setValue(static_cast<int>(progress.fraction * 1000));
    const std::string phase = feed->phase();
    // Setting constants is all that most modes do: the mark of the load's begin stands for it.
    if (phase.empty() || phase == "setting" || phase == m_shownPhase)
        return;
    m_shownPhase = phase;
    m_memory->addPhase(m_controller->activeSeconds(), ModeText::phase(phase));
}

void MainWindow::onSampled(const widgets::MemorySample& sample)
{
    using widgets::formatBytes;
    const EngineState state = m_controller->state();
    if (state == EngineState::Loading || state == EngineState::Running)
        m_memory->addSample(sample);
    const qint64 device =
        sample.deviceWeightsBytes + sample.deviceActivationsBytes + sample.deviceStagingBytes;
    m_memoryLabel->setText(tr("device %1 · CPU beyond the weights %2 · process %3")
                               .arg(formatBytes(device), formatBytes(sample.cpuOverheadBytes),
                                   formatBytes(sample.processRssBytes)));
}

void MainWindow::startLoad(LoadMode mode)
{
    m_load->setMode(mode);
    m_load->start();
}

bool MainWindow::dispatch()
{
    if (!m_run->obstacle().isEmpty())
        return false;
    m_run->dispatch();
    return true;
}

bool MainWindow::isSettled() const
{
    return !m_controller->isBusy() && !m_graph->view().isLayingOut();
}

void MainWindow::report(const Problem& problem)
{
    m_problems->add(problem);
}

void MainWindow::setAppearance(Appearance appearance)
{
    m_appearance = appearance;
    applyAppearance(appearance);
}

void MainWindow::showSaved(const QString& path)
{
    statusBar()->showMessage(tr("Saved %1").arg(path), 5000);
}

void MainWindow::exportGraph()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the graph"), QStringLiteral("graph.svg"), tr("Pictures (*.svg *.png)"));
    if (path.isEmpty())
        return;
    m_graph->view().exportPicture(path);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveSettings();
    m_controller->cancelDemo();
    m_controller->cancelSave();
    m_controller->cancelLoad();
    m_controller->cancelRun();
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
