// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/memorypage.h"

#include "ui/dialogs/filetosave.h"
#include "ui/document/modelfolder.h"
#include "ui/pages/chartpicturedialog.h"
#include "ui/pages/memoryfigures.h"
#include "ui/text/loadtext.h"
#include "ui/text/modetext.h"
#include "ui/window/icons.h"
#include "widgets/flowlayout.h"
#include "widgets/plot/memoryplot.h"

#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QSettings>
#include <QVBoxLayout>

#include <utility>

namespace weightless::ui {

namespace {

using widgets::MemoryPlot;

constexpr int wideEnough = 720; // for the figures beside the chart

} // namespace

MemoryPage::MemoryPage(EngineController& controller, QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_plot(new MemoryPlot(this))
    , m_figures(new MemoryFigures(controller, this))
    , m_time(new QComboBox(this))
    , m_extent(new QComboBox(this))
    , m_body(new QBoxLayout(QBoxLayout::LeftToRight))
{
    m_plot->setAccessibleName(tr("Memory over time"));
    m_plot->setExtent(MemoryPlot::Extent::Load);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(makeBar());
    layout->addLayout(m_body, 1);
    m_body->setSpacing(8);
    m_body->addWidget(m_figures, 0, Qt::AlignTop);
    m_body->addWidget(m_plot, 1);
    connectController();
}

QWidget* MemoryPage::makeBar()
{
    auto* bar = new QWidget(this);
    m_time->addItem(tr("in seconds"), false);
    m_time->addItem(tr("every load at full width"), true);
    m_time->setAccessibleName(tr("How loads are laid over each other"));
    m_time->setToolTip(tr("In seconds a load that is ten times as fast is a tenth as wide"));
    m_extent->addItem(tr("the loads"), static_cast<int>(MemoryPlot::Extent::Load));
    m_extent->addItem(tr("loads and runs"), static_cast<int>(MemoryPlot::Extent::Everything));
    m_extent->setAccessibleName(tr("Time that is shown"));
    auto* chart = new QPushButton(tr("Chart"), bar);
    chart->setAccessibleName(tr("Save or clear the chart"));
    auto* menu = new QMenu(chart);
    m_saving = {menu->addAction(
                    icon(QStringLiteral("save")), tr("Save as &Picture…"), this, &MemoryPage::savePicture),
        menu->addAction(
            icon(QStringLiteral("table")), tr("Save Samples as &CSV…"), this, &MemoryPage::saveCsv)};
    for (QAction* action : m_saving)
        action->setEnabled(false); // nothing was seen yet
    menu->addSeparator();
    menu->addAction(
        icon(QStringLiteral("clear")), tr("&Forget Earlier Loads"), this, &MemoryPage::forgetEarlier);
    chart->setMenu(menu);
    auto* layout = new widgets::FlowLayout(bar, 8, 4);
    for (QWidget* widget :
        {static_cast<QWidget*>(m_extent), static_cast<QWidget*>(m_time), static_cast<QWidget*>(chart)})
        layout->addWidget(widget);
    connect(m_extent, &QComboBox::currentIndexChanged, this,
        [this] { m_plot->setExtent(static_cast<MemoryPlot::Extent>(m_extent->currentData().toInt())); });
    connect(m_time, &QComboBox::currentIndexChanged, this,
        [this] { m_plot->setStretched(m_time->currentData().toBool()); });
    return bar;
}

void MemoryPage::connectController()
{
    connect(&m_controller, &EngineController::loadStarted, this, &MemoryPage::beginLoad);
    connect(&m_controller, &EngineController::loadEnded, this, &MemoryPage::endLoad);
    connect(&m_controller, &EngineController::activitySampled, this, [this](const auto& samples) {
        m_plot->addSamples(samples);
        noteSamples();
    });
    connect(&m_controller, &EngineController::progressed, this, &MemoryPage::addPhases);
    connect(&m_controller, &EngineController::constantsSet, this, &MemoryPage::addConstants);
    connect(&m_controller, &EngineController::modelClosed, this, [this] {
        m_plot->clear();
        noteSamples();
    });
    connect(&m_controller, &EngineController::runStarted, this,
        [this] { m_plot->addPhase(m_controller.activeSeconds(), tr("run")); });
}

void MemoryPage::noteSamples()
{
    const bool hasSamples = !m_plot->samples().empty() || m_plot->runNames().size() > 1;
    if (std::exchange(m_hasSamples, hasSamples) == hasSamples)
        return;
    for (QAction* action : m_saving)
        action->setEnabled(hasSamples);
    emit hasSamplesChanged();
}

void MemoryPage::beginLoad(LoadMode mode)
{
    m_shownPhases = 0;
    if (!m_controller.isPartlyLoaded())
        m_plot->beginRun(ModeText::name(mode), ModeText::look(mode));
    else
        m_plot->resetZoom();
}

void MemoryPage::endLoad(const LoadResult& result)
{
    addPhases();
    // What was asked for may not be what it took.
    const LoadMode mode = LoadText::modeOf(result.report);
    if (mode != LoadMode::Auto)
        m_plot->nameRun(ModeText::name(mode), ModeText::look(mode));
    m_plot->endRun(m_controller.activeSeconds());
}

void MemoryPage::addPhases()
{
    const LoadFeedPtr& feed = m_controller.feed();
    if (!feed)
        return;
    const std::vector<LoadFeed::Phase> phases = feed->phases();
    for (; m_shownPhases < phases.size(); ++m_shownPhases) {
        const LoadFeed::Phase& phase = phases[m_shownPhases];
        m_plot->addPhase(phase.seconds, ModeText::phase(phase.name));
    }
}

void MemoryPage::addConstants(const std::vector<int>& constants)
{
    for (const int constant : constants)
        m_plot->addConstantSet(m_controller.feed()->setAtSeconds(static_cast<size_t>(constant)));
}

void MemoryPage::forgetEarlier()
{
    m_plot->forgetEarlierRuns();
    noteSamples();
    m_plot->resetZoom();
}

void MemoryPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isWide = event->size().width() >= wideEnough;
    const auto direction = isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    m_figures->arrange(isWide, event->size().width());
    if (m_body->direction() == direction)
        return;
    m_body->setDirection(direction);
    // A scroll area around it hears of another height only so.
    QCoreApplication::postEvent(this, new QEvent(QEvent::LayoutRequest));
}

void MemoryPage::restore(const QSettings& settings)
{
    m_time->setCurrentIndex(
        m_time->findData(settings.value(QStringLiteral("memory/stretched"), false).toBool()));
    const int extent = m_extent->findData(settings.value(QStringLiteral("memory/extent"), 0).toInt());
    m_extent->setCurrentIndex(std::max(extent, 0));
    m_plot->setProcessMemoryVisible(settings.value(QStringLiteral("memory/process"), false).toBool());
    m_pictureSize = settings.value(QStringLiteral("memory/picture")).toSize();
}

void MemoryPage::save(QSettings& settings) const
{
    settings.setValue(QStringLiteral("memory/stretched"), m_plot->isStretched());
    settings.setValue(QStringLiteral("memory/extent"), static_cast<int>(m_plot->extent()));
    settings.setValue(QStringLiteral("memory/process"), m_plot->isProcessMemoryVisible());
    settings.setValue(QStringLiteral("memory/picture"), m_pictureSize);
}

void MemoryPage::savePicture()
{
    // It has no size that anybody has seen before it is shown.
    ChartPictureDialog sizes(m_plot->isVisible() ? m_plot->size() : QSize(), m_pictureSize, this);
    if (sizes.exec() != QDialog::Accepted)
        return;
    chooseFileToSave(this, tr("Save the chart"),
        proposedFile(m_controller.document(), QStringLiteral("memory.png")), tr("Pictures (*.png *.svg)"),
        [this, size = sizes.size()](const QString& path) {
            m_pictureSize = size;
            const bool isSvg = path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive);
            QString error;
            const bool isSaved =
                isSvg ? m_plot->saveSvg(path, &error, size) : m_plot->savePng(path, &error, size);
            tellSaved(path, isSaved, error);
        });
}

void MemoryPage::tellSaved(const QString& path, bool isSaved, const QString& error)
{
    if (isSaved)
        emit saved(path);
    else
        emit failed(error);
}

void MemoryPage::saveCsv()
{
    chooseFileToSave(this, tr("Save the samples"),
        proposedFile(m_controller.document(), QStringLiteral("memory.csv")),
        tr("Comma-separated values (*.csv)"), [this](const QString& path) {
            QString error;
            const bool isSaved = m_plot->saveCsv(path, &error);
            tellSaved(path, isSaved, error);
        });
}

} // namespace weightless::ui
