// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/propertiespage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/text/loadtext.h"
#include "ui/window/startpage.h"

#include <QDockWidget>
#include <QLabel>
#include <QProgressBar>
#include <QScrollArea>
#include <QSettings>
#include <QStatusBar>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

// The frame of the main window: docks, status bar, and what is remembered of them.
namespace weightless::ui {

namespace {

constexpr int layoutVersion = 1; // another one forgets remembered docks
constexpr int maxRecentFiles = 10;
constexpr int tallEnough = 850; // for Load above Run; they are tabs in lower windows
constexpr int wideEnough = 1250; // for Tensors beside Memory; they are tabs in narrower windows

} // namespace

QDockWidget* MainWindow::addPage(
    const char* name, const QString& title, QWidget* page, Qt::DockWidgetArea area, bool scrolls)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QString::fromLatin1(name));
    dock->setAccessibleName(title);
    if (scrolls) {
        auto* scroll = new QScrollArea(dock);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setAccessibleName(title);
        scroll->setWidget(page);
        dock->setWidget(scroll);
    } else {
        dock->setWidget(page);
    }
    addDockWidget(area, dock);
    m_docks.append(dock);
    return dock;
}

void MainWindow::makeDocks()
{
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    addPage("outline", tr("Outline"), m_outline, Qt::LeftDockWidgetArea, false);
    addPage("properties", tr("Properties"), m_properties, Qt::LeftDockWidgetArea, false);
    addPage("load", tr("Load"), m_load, Qt::RightDockWidgetArea, true);
    addPage("run", tr("Run"), m_run, Qt::RightDockWidgetArea, true);
    addPage("tensors", tr("Tensors"), m_tensors, Qt::BottomDockWidgetArea, false);
    addPage("memory", tr("Memory"), m_memory, Qt::BottomDockWidgetArea, false);
    addPage("problems", tr("Problems"), m_problems, Qt::BottomDockWidgetArea, false);
    arrangeDocks();
    m_defaultState = saveState(layoutVersion);
}

void MainWindow::arrangeDocks()
{
    QDockWidget *outline = m_docks[0], *properties = m_docks[1], *load = m_docks[2], *run = m_docks[3];
    QDockWidget *tensors = m_docks[4], *memory = m_docks[5], *problems = m_docks[6];
    splitDockWidget(outline, properties, Qt::Vertical);
    if (height() < tallEnough) {
        tabifyDockWidget(load, run);
        load->raise();
    } else {
        splitDockWidget(load, run, Qt::Vertical);
    }
    if (width() < wideEnough)
        tabifyDockWidget(tensors, memory);
    else
        splitDockWidget(tensors, memory, Qt::Horizontal);
    tabifyDockWidget(tensors, problems);
    tensors->raise();
}

// Sizes hold only once the window is laid out.
void MainWindow::sizeDocks()
{
    QDockWidget *outline = m_docks[0], *properties = m_docks[1], *load = m_docks[2], *run = m_docks[3];
    QDockWidget *tensors = m_docks[4], *memory = m_docks[5];
    const auto ofWidth = [this](double share) { return static_cast<int>(width() * share); };
    const auto ofHeight = [this](double share) { return static_cast<int>(height() * share); };
    // Load and Run scroll down where that is needed, but not sideways.
    const int fields = std::max(m_load->minimumSizeHint().width(), m_run->minimumSizeHint().width())
        + style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2;
    resizeDocks({outline, load}, {ofWidth(0.19), std::max(ofWidth(0.28), fields)}, Qt::Horizontal);
    if (!tabifiedDockWidgets(tensors).contains(memory))
        resizeDocks({tensors, memory}, {ofWidth(0.37), ofWidth(0.37)}, Qt::Horizontal);
    resizeDocks({tensors, memory}, {ofHeight(0.37), ofHeight(0.37)}, Qt::Vertical);
    resizeDocks({outline, properties}, {ofHeight(0.26), ofHeight(0.3)}, Qt::Vertical);
    resizeDocks({load, run}, {ofHeight(0.44), ofHeight(0.48)}, Qt::Vertical);
}

// Where docks are tabs, what comes next comes to the front.
void MainWindow::raiseRun()
{
    QDockWidget *load = m_docks[2], *run = m_docks[3];
    if (tabifiedDockWidgets(load).contains(run))
        run->raise();
}

void MainWindow::raiseMemory()
{
    QDockWidget *tensors = m_docks[4], *memory = m_docks[5];
    if (tabifiedDockWidgets(tensors).contains(memory))
        memory->raise();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_areDocksSized)
        return;
    m_areDocksSized = true;
    QMetaObject::invokeMethod(this, &MainWindow::sizeDocks, Qt::QueuedConnection);
}

void MainWindow::resetLayout()
{
    for (QDockWidget* dock : m_docks) {
        dock->setFloating(false);
        dock->show();
    }
    restoreState(m_defaultState, layoutVersion);
    arrangeDocks();
    sizeDocks();
}

void MainWindow::makeStatusBar()
{
    m_stateLabel = new QLabel(this);
    m_stateLabel->setTextFormat(Qt::PlainText);
    m_stateLabel->setAccessibleName(tr("State"));
    m_progress = new QProgressBar(this);
    m_progress->setMaximumWidth(180);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->hide();
    m_memoryLabel = new QLabel(this);
    m_memoryLabel->setAccessibleName(tr("Memory in use"));
    m_problemButton = new QToolButton(this);
    m_problemButton->setAutoRaise(true);
    m_problemButton->setFocusPolicy(Qt::TabFocus);
    m_problemButton->setAccessibleName(tr("Show the problems"));
    statusBar()->addWidget(m_stateLabel);
    // Not hidden by messages that pass: they would be drawn over it.
    statusBar()->addPermanentWidget(m_progress);
    statusBar()->addPermanentWidget(m_memoryLabel);
    statusBar()->addPermanentWidget(m_problemButton);
    connect(m_problemButton, &QToolButton::clicked, this, [this] {
        m_docks.last()->show();
        m_docks.last()->raise();
    });
    onProblemsChanged(0, 0);
}

void MainWindow::onProblemsChanged(int errors, int warnings)
{
    QDockWidget* dock = m_docks.last();
    const int count = errors + warnings;
    dock->setWindowTitle(count > 0 ? tr("Problems (%1)").arg(count) : tr("Problems"));
    m_problemButton->setText(count == 0 ? tr("No problems")
            : errors == 0               ? tr("⚠ %Ln warning(s)", nullptr, warnings)
                                        : tr("✖ %Ln error(s)", nullptr, errors));
    if (errors > m_problemButton->property("errors").toInt()) {
        dock->show();
        dock->raise();
    }
    m_problemButton->setProperty("errors", errors);
}

QStringList MainWindow::recentFiles() const
{
    return m_recentFiles;
}

void MainWindow::addRecentFile(const QString& path)
{
    m_recentFiles.removeAll(path);
    m_recentFiles.prepend(path);
    while (m_recentFiles.size() > maxRecentFiles)
        m_recentFiles.removeLast();
    m_start->setRecentFiles(m_recentFiles);
}

void MainWindow::restoreSettings()
{
    m_settings = std::make_unique<QSettings>();
    restoreGeometry(m_settings->value(QStringLiteral("window/geometry")).toByteArray());
    m_areDocksSized =
        restoreState(m_settings->value(QStringLiteral("window/docks")).toByteArray(), layoutVersion);
    m_recentFiles = m_settings->value(QStringLiteral("recentFiles")).toStringList();
    setAppearance(appearanceFromString(m_settings->value(QStringLiteral("window/appearance")).toString())
                      .value_or(Appearance::System));
    const auto mode =
        loadModeFromString(m_settings->value(QStringLiteral("load/mode")).toString().toStdString());
    m_load->setMode(mode.value_or(LoadMode::Auto));
    const auto order =
        loadOrderFromString(m_settings->value(QStringLiteral("load/order")).toString().toStdString());
    m_load->setOrder(order.value_or(LoadOrder::File));
    setPreferences(Preferences::read(*m_settings));
    if (m_settings->contains(QStringLiteral("load/device")))
        m_controller->setDevice(m_settings->value(QStringLiteral("load/device")).toInt());
}

void MainWindow::saveSettings()
{
    if (!m_settings)
        return;
    m_settings->setValue(QStringLiteral("window/geometry"), saveGeometry());
    m_settings->setValue(QStringLiteral("window/docks"), saveState(layoutVersion));
    m_settings->setValue(QStringLiteral("recentFiles"), m_recentFiles);
    m_settings->setValue(QStringLiteral("window/appearance"), toString(m_appearance));
    m_settings->setValue(QStringLiteral("load/mode"),
        QString::fromStdString(std::string(weightless::toString(m_load->mode()))));
    m_settings->setValue(QStringLiteral("load/order"),
        QString::fromStdString(std::string(weightless::toString(m_load->order()))));
    if (m_controller->device())
        m_settings->setValue(QStringLiteral("load/device"), *m_controller->device());
    else
        m_settings->remove(QStringLiteral("load/device"));
}

} // namespace weightless::ui
