// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/memoryfigures.h"

#include "ui/text/loadtext.h"
#include "widgets/figure.h"
#include "widgets/formatbytes.h"
#include "widgets/formatduration.h"

#include <QGridLayout>

#include <algorithm>
#include <utility>

namespace weightless::ui {

using widgets::formatBytes;

namespace {

const QString none = QStringLiteral("–");

} // namespace

MemoryFigures::MemoryFigures(EngineController& controller, QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_grid(new QGridLayout(this))
    , m_cpu(new widgets::Figure(this))
    , m_device(new widgets::Figure(this))
    , m_speed(new widgets::Figure(this))
    , m_conventional(new widgets::Figure(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(0);
    arrange(true, 0);
    m_cpu->setTitle(tr("CPU beyond the weights"));
    m_cpu->setWhatsThis(
        tr("CPU memory that loading takes in addition to the weights themselves: copies of them, "
           "and slices that they pass through."));
    m_device->setTitle(tr("Device memory"));
    m_speed->setTitle(tr("Speed"));
    m_conventional->setTitle(tr("Conventional mode"));
    m_conventional->setWhatsThis(
        tr("What the conventional mode, which loads as frameworks do, takes of CPU memory "
           "beyond the weights, less what this load takes."));
    connect(&m_controller, &EngineController::memorySampled, this, &MemoryFigures::showMemory);
    connect(&m_controller, &EngineController::activitySampled, this, [this](const auto& samples) {
        for (const widgets::MemorySample& sample : samples)
            m_highest = std::max(m_highest, sample.cpuOverheadBytes);
    });
    connect(&m_controller, &EngineController::loadStarted, this, &MemoryFigures::beginLoad);
    connect(&m_controller, &EngineController::loadEnded, this, &MemoryFigures::endLoad);
    connect(&m_controller, &EngineController::progressed, this, &MemoryFigures::showSpeed);
    connect(&m_controller, &EngineController::graphBuilt, this, [this] {
        // What loads of another type took says nothing of these weights.
        if (std::exchange(m_weightsType, m_controller.weightsType()) != m_controller.weightsType())
            forget();
        showConventional();
    });
    connect(&m_controller, &EngineController::modelClosed, this, &MemoryFigures::forget);
    connect(
        &widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, &MemoryFigures::showAll);
    forget();
}

void MemoryFigures::arrange(bool isColumn, int width)
{
    const int least = m_cpu->minimumSizeHint().width();
    const int columns = isColumn ? 1 : width >= 4 * least ? 4 : 2;
    const int own = isColumn ? m_cpu->sizeHint().width() : QWIDGETSIZE_MAX;
    if (columns == m_columns && maximumWidth() == own)
        return;
    m_columns = columns;
    int index = 0;
    for (widgets::Figure* figure : {m_cpu, m_device, m_speed, m_conventional}) {
        m_grid->addWidget(figure, index / columns, index % columns); // moves it
        // A narrow panel is low too.
        figure->setNoteLines(columns == 2 ? 0 : 2);
        ++index;
    }
    setMinimumWidth(isColumn ? own : 0);
    setMaximumWidth(own);
}

QSize MemoryFigures::minimumSizeHint() const
{
    const QSize least = QWidget::minimumSizeHint();
    return m_columns == 4 ? QSize(2 * m_cpu->minimumSizeHint().width(), least.height()) : least;
}

void MemoryFigures::forget()
{
    m_highest = 0;
    m_measured.reset();
    m_boundBytes.reset();
    m_hasLoaded = false;
    m_hasFinished = false;
    m_isConventional = false;
    m_cpu->setNote({});
    m_speed->setValue(none);
    m_speed->setNote({});
    showMemory({});
    showConventional();
}

void MemoryFigures::showMemory(const widgets::MemorySample& sample)
{
    m_cpu->setValue(formatBytes(sample.cpuOverheadBytes));
    m_cpu->setNote((m_hasLoaded ? tr("at most %1 in this load").arg(formatBytes(m_highest)) : tr("now"))
        + u'\n' + tr("staging %1").arg(formatBytes(sample.stagingBytes)));
    m_device->setValue(formatBytes(sample.deviceWeightsBytes + sample.deviceActivationsBytes));
    m_device->setNote(
        tr("weights %1\nactivations %2")
            .arg(formatBytes(sample.deviceWeightsBytes), formatBytes(sample.deviceActivationsBytes)));
    if (m_hasLoaded)
        showConventional();
}

void MemoryFigures::beginLoad()
{
    if (!m_controller.isPartlyLoaded())
        m_highest = 0;
    m_hasLoaded = true;
    m_hasFinished = false;
    m_boundBytes.reset();
    m_isConventional = m_controller.loadMode() == LoadMode::Conventional;
    m_speed->setValue(none);
    m_speed->setNote(tr("of weights set on the device"));
}

void MemoryFigures::showSpeed()
{
    const LoadFeedPtr& feed = m_controller.feed();
    if (!feed)
        return;
    const double seconds = feed->clock.seconds();
    // Pages that were bound in a millisecond have no speed: nothing moved.
    if (m_boundBytes) {
        m_speed->setValue(tr("no copy"));
        m_speed->setNote(tr("%1 bound where they lie, in %2")
                             .arg(formatBytes(*m_boundBytes), widgets::formatDuration(seconds)));
        return;
    }
    const auto done = static_cast<qint64>(feed->bytesSet.load());
    if (done > 0 && seconds > 0)
        m_speed->setValue(
            tr("%1/s").arg(formatBytes(static_cast<qint64>(static_cast<double>(done) / seconds))));
    m_speed->setNote(tr("%1 of %2 in %3")
                         .arg(formatBytes(done), formatBytes(static_cast<qint64>(feed->byteCount.load())),
                             widgets::formatDuration(seconds)));
}

void MemoryFigures::endLoad(const LoadResult& result)
{
    m_highest = std::max(m_highest, static_cast<qint64>(result.report.hostOverheadPeakBytes));
    m_hasFinished = result.outcome == LoadOutcome::Finished;
    m_isConventional = result.report.mode == LoadMode::Conventional;
    const bool isWhole =
        result.outcome == LoadOutcome::Finished && result.report.constantCount == result.constantCount;
    if (m_isConventional && isWhole)
        m_measured = static_cast<qint64>(result.report.hostOverheadPeakBytes);
    if (isWhole && LoadText::isAllBound(result))
        m_boundBytes = static_cast<qint64>(result.report.bytesOf(LoadPath::Imported));
    showAll();
}

void MemoryFigures::showAll()
{
    if (m_hasLoaded)
        showSpeed();
    showMemory(m_controller.sampleNow());
    showConventional();
}

std::optional<qint64> MemoryFigures::conventionalBytes() const
{
    if (m_measured)
        return m_measured;
    // Of what is unset; a prediction of a part says nothing about the whole.
    if (!m_controller.graph()
        || m_controller.graph()->prediction(LoadMode::Conventional).hostOverheadBytes == 0)
        return std::nullopt;
    return static_cast<qint64>(m_controller.graph()->prediction(LoadMode::Conventional).hostOverheadBytes);
}

void MemoryFigures::showConventional()
{
    const std::optional<qint64> bytes = conventionalBytes();
    if (!bytes) {
        m_conventional->setValue(none);
        m_conventional->setNote({});
        return;
    }
    if (!m_hasFinished || m_isConventional) { // a part of a load says nothing about the whole
        m_conventional->setTitle(tr("Conventional mode"));
        m_conventional->setValue(formatBytes(*bytes));
        m_conventional->setNote(m_measured ? tr("of CPU memory beyond the weights, measured")
                                           : tr("of CPU memory beyond the weights, predicted"));
        return;
    }
    m_conventional->setTitle(tr("Against conventional"));
    m_conventional->setValue(m_highest <= *bytes ? tr("%1 less").arg(formatBytes(*bytes - m_highest))
                                                 : tr("%1 more").arg(formatBytes(m_highest - *bytes)));
    m_conventional->setNote(m_measured
            ? tr("the conventional mode took %1 (measured)").arg(formatBytes(*bytes))
            : tr("the conventional mode would take %1 (predicted)").arg(formatBytes(*bytes)));
}

} // namespace weightless::ui
