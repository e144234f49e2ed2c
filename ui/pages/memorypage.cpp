// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/memorypage.h"

#include "ui/text/modetext.h"
#include "ui/window/icons.h"
#include "widgets/formatbytes.h"
#include "widgets/plot/memoryplot.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

namespace {

enum Range { LoadOnly, Everything };

} // namespace

MemoryPage::MemoryPage(QWidget* parent)
    : QWidget(parent)
    , m_plot(new widgets::MemoryPlot(this))
    , m_range(new QComboBox(this))
    , m_process(new QCheckBox(tr("Process memory"), this))
    , m_peak(new QLabel(this))
    , m_readOut(new QLabel(this))
{
    m_plot->setAccessibleName(tr("Memory over time"));
    // Takes what is left, down to its least height: only below that the page scrolls.
    m_plot->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_plot->setMinimumHeight(m_plot->minimumSizeHint().height());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(makeBar());
    layout->addWidget(m_plot, 1);
    m_peak->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_peak->setAccessibleName(tr("Highest memory use"));
    m_peak->setWordWrap(true);
    m_readOut->setAccessibleName(tr("Memory at the cursor"));
    m_readOut->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_peak);
    layout->addWidget(m_readOut);
    connect(m_plot, &widgets::MemoryPlot::readOutChanged, m_readOut, &QLabel::setText);
    updatePeak();
}

QWidget* MemoryPage::makeBar()
{
    auto* bar = new QWidget(this);
    m_range->addItem(tr("the load"), LoadOnly);
    m_range->addItem(tr("load and runs"), Everything);
    m_range->setAccessibleName(tr("Time that is shown"));
    auto* rangeLabel = new QLabel(tr("Show:"), bar);
    rangeLabel->setBuddy(m_range);
    m_process->setAccessibleName(tr("Show the memory of the whole process"));
    m_process->setChecked(m_plot->isProcessMemoryVisible());
    auto* chart = new QPushButton(tr("Chart"), bar);
    chart->setAccessibleName(tr("Save or clear the chart"));
    auto* menu = new QMenu(chart);
    menu->addAction(icon(QStringLiteral("save")), tr("Save as &Picture…"), this, &MemoryPage::savePicture);
    menu->addAction(icon(QStringLiteral("table")), tr("Save Samples as &CSV…"), this, &MemoryPage::saveCsv);
    menu->addSeparator();
    menu->addAction(
        icon(QStringLiteral("clear")), tr("&Forget Earlier Loads"), this, &MemoryPage::forgetEarlier);
    chart->setMenu(menu);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(rangeLabel);
    layout->addWidget(m_range);
    layout->addWidget(m_process);
    layout->addStretch();
    layout->addWidget(chart);
    connect(m_range, &QComboBox::currentIndexChanged, this, &MemoryPage::applyRange);
    connect(m_process, &QCheckBox::toggled, m_plot, &widgets::MemoryPlot::setProcessMemoryVisible);
    return bar;
}

void MemoryPage::forgetEarlier()
{
    m_plot->removeReferences();
    m_longestLoad = std::max(m_loadEnd, 0.0);
    applyRange();
}

void MemoryPage::clear()
{
    m_plot->clear();
    m_plot->removeReferences();
    m_plot->resetZoom();
    m_loadEnd = -1;
    m_longestLoad = 0;
    updatePeak();
}

void MemoryPage::beginLoad(LoadMode mode)
{
    // Only the load is comparable: what ran afterwards is left out.
    std::vector<widgets::MemorySample> earlier = m_plot->samples();
    if (m_loadEnd >= 0)
        std::erase_if(earlier, [this](const auto& sample) { return sample.seconds > m_loadEnd; });
    if (!earlier.empty())
        m_plot->addReference(ModeText::name(m_mode), std::move(earlier));
    m_plot->clear();
    m_plot->resetZoom();
    m_mode = mode;
    m_loadEnd = -1;
}

void MemoryPage::endLoad(double seconds, LoadMode mode)
{
    m_mode = mode;
    m_loadEnd = seconds;
    m_longestLoad = std::max(m_longestLoad, seconds);
    applyRange();
}

void MemoryPage::applyRange()
{
    if (m_range->currentData().toInt() == LoadOnly && m_longestLoad > 0)
        m_plot->setTimeRange(0, m_longestLoad * 1.05);
    else
        m_plot->resetZoom();
}

void MemoryPage::addSample(const widgets::MemorySample& sample)
{
    m_plot->addSample(sample);
    updatePeak();
}

void MemoryPage::addPhase(double seconds, const QString& label)
{
    m_plot->addPhase(seconds, label);
}

void MemoryPage::addConstantsSet(const std::vector<double>& seconds)
{
    for (const double moment : seconds)
        m_plot->addConstantSet(moment);
}

void MemoryPage::updatePeak()
{
    if (m_plot->samples().empty()) {
        m_peak->setText(tr("Memory is drawn while a model is loaded and run."));
        return;
    }
    using widgets::formatBytes;
    const widgets::MemorySample peak = m_plot->peak();
    m_peak->setText(tr("Highest: CPU beyond the weights %1 · device weights %2, activations %3, staging %4")
                        .arg(formatBytes(peak.cpuOverheadBytes), formatBytes(peak.deviceWeightsBytes),
                            formatBytes(peak.deviceActivationsBytes), formatBytes(peak.deviceStagingBytes)));
}

void MemoryPage::savePicture()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the chart"), QStringLiteral("memory.png"), tr("Pictures (*.png *.svg)"));
    if (path.isEmpty())
        return;
    QString error;
    const bool isSvg = path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive);
    if (isSvg ? m_plot->saveSvg(path, &error) : m_plot->savePng(path, &error))
        emit saved(path);
    else
        emit failed(error);
}

void MemoryPage::saveCsv()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the samples"), QStringLiteral("memory.csv"), tr("Comma-separated values (*.csv)"));
    if (path.isEmpty())
        return;
    QString error;
    if (m_plot->saveCsv(path, &error))
        emit saved(path);
    else
        emit failed(error);
}

} // namespace weightless::ui
