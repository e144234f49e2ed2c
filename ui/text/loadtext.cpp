// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/loadtext.h"

#include "ui/text/modetext.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"
#include "widgets/formatduration.h"
#include "widgets/plaintext.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <numeric>

namespace weightless::ui {

using widgets::formatBytes;

QString LoadText::deviceType(vulkan::DeviceType type)
{
    switch (type) {
    case vulkan::DeviceType::Discrete:
        return tr("discrete");
    case vulkan::DeviceType::Integrated:
        return tr("integrated");
    case vulkan::DeviceType::Virtual:
        return tr("virtual");
    case vulkan::DeviceType::Software:
        return tr("software");
    case vulkan::DeviceType::Other:
        return tr("other");
    }
    return {};
}

QString LoadText::device(const vulkan::DeviceInfo& device)
{
    const QString name = QStringLiteral("%1: %2 (%3)")
                             .arg(device.index)
                             .arg(fromUtf8(device.traits.name), deviceType(device.traits.type));
    return device.isUsable ? name
                           : QString(name + tr(" – unusable: %1").arg(fromUtf8(device.unusableReason)));
}

QString LoadText::deviceDetails(const vulkan::DeviceInfo& device)
{
    QString text =
        tr("%1\n%2 %3, Vulkan %4\n%5 of memory")
            .arg(fromUtf8(device.traits.name), fromUtf8(device.driverName), fromUtf8(device.driverVersion),
                fromUtf8(device.apiVersion), bytesText(device.deviceMemoryBytes));
    if (device.traits.hasUnifiedMemory)
        text += tr(", shared with the CPU");
    if (!device.isUsable)
        text += QLatin1Char('\n') + fromUtf8(device.unusableReason);
    return text;
}

bool LoadText::isLimited(const EngineController& controller)
{
    const BuiltGraphPtr& graph = controller.graph();
    const LoadFeedPtr& feed = controller.feed();
    return graph && feed && feed->byteCount.load() < graph->plan.constantBytes;
}

namespace {

QString loadedText(const EngineController& controller)
{
    const BuiltGraphPtr& graph = controller.graph();
    if (graph && graph->tensorOfConstant.empty())
        return controller.document() && !controller.document()->tensors.empty()
            ? LoadText::tr("All weights were read when the model was opened.")
            : LoadText::tr("The model has no weights to load.");
    if (!LoadText::isLimited(controller))
        return LoadText::tr("Every weight is loaded.");
    const RunResultPtr& result = controller.runResult();
    const std::optional<double> seconds = result ? result->lastSeconds() : std::nullopt;
    return seconds ? LoadText::tr("Loaded; with the weights that come meanwhile a run took %1.")
                         .arg(widgets::formatDuration(*seconds))
                   : LoadText::tr("Loaded; the other weights come while the model runs.");
}

} // namespace

QString LoadText::state(const EngineController& controller)
{
    switch (controller.state()) {
    case EngineState::Empty:
        return tr("Open a model to begin.");
    case EngineState::Opening:
        return tr("Reading the structure of the model…");
    case EngineState::Building:
        return tr("Planning…");
    case EngineState::Opened:
        if (!controller.devices()->problem.isEmpty())
            return tr("No Vulkan device: the model can be inspected, not loaded. %1")
                .arg(controller.devices()->problem);
        return tr("The model could not be planned, see Problems. It can be inspected.");
    case EngineState::Hollow: {
        const auto hollow = static_cast<int>(controller.hollowCount());
        return tr("%Ln weight(s) to load.", nullptr, hollow);
    }
    case EngineState::Loading:
        return tr("Loading (%1)…").arg(ModeText::name(controller.loadMode()));
    case EngineState::Paused:
        return tr("Paused. Weights that are loaded stay loaded.");
    case EngineState::Ready:
        return loadedText(controller);
    case EngineState::Running:
        return tr("Running…");
    case EngineState::Unloading:
        return tr("Unloading…");
    }
    return {};
}

namespace {

// Each constant that the plan needs and that has no bytes.
template <typename Call>
int forEachMissing(const EngineController& controller, const Call& call)
{
    const BuiltGraphPtr& graph = controller.graph();
    if (!graph || !controller.document())
        return 0;
    int count = 0;
    for (const int row : graph->tensorOfConstant) {
        if (row < 0)
            continue;
        const TensorRow& tensor = controller.document()->tensors[static_cast<size_t>(row)];
        if (tensor.problem.isEmpty())
            continue;
        ++count;
        call(tensor);
    }
    return count;
}

// Paths have no spaces to break lines at.
QString breakable(QString text)
{
    static const QRegularExpression ends(QStringLiteral("([/\\\\_.])"));
    return text.replace(ends, QStringLiteral("\\1\u200b"));
}

} // namespace

int LoadText::missingCount(const EngineController& controller)
{
    return forEachMissing(controller, [](const TensorRow&) {});
}

QString LoadText::missingData(const EngineController& controller)
{
    QString first;
    const int count = forEachMissing(controller, [&first](const TensorRow& tensor) {
        if (first.isEmpty())
            first = tensor.problem;
    });
    if (count == 0)
        return {};
    return tr("%Ln constant(s) have no bytes to be set from. Put the data in place and choose File > "
              "Reload from Disk. The first: %1",
        nullptr, count)
        .arg(first);
}

LoadMode LoadText::modeOf(const LoadReport& report)
{
    // Shared bytes came the way of those they are shared with.
    const bool isMoved = report.bytesOf(LoadPath::Direct) + report.bytesOf(LoadPath::Staged)
            + report.bytesOf(LoadPath::Converted)
        > 0;
    if (report.mode == LoadMode::ZeroCopy && isMoved && report.bytesOf(LoadPath::Imported) == 0)
        return LoadMode::Streamed;
    return report.mode;
}

QString LoadText::prediction(const EngineController& controller, const LoadPrediction* needs)
{
    const BuiltGraphPtr& graph = controller.graph();
    if (!graph && controller.state() == EngineState::Opened)
        return tr("Not known, as the model could not be planned: Problems tells why.");
    if (!graph || needs == nullptr)
        return tr("Known once the model is planned.");
    if (const QString missing = missingData(controller); !missing.isEmpty())
        return QStringLiteral("<p>⚠ %1</p>").arg(breakable(missing).toHtmlEscaped());
    return prediction(*graph, *needs, controller.hollowCount() == 0);
}

uint64_t LoadText::wholeBytes(const LoadPrediction& needs)
{
    return needs.deviceWeightsBytes + needs.heldBytes;
}

QString LoadText::budget(const LoadPrediction& needs, bool isAll, std::optional<double> measuredSeconds)
{
    const QString memory = isAll
        ? tr("%1: all weights stay").arg(bytesText(wholeBytes(needs)))
        : tr("%1: %2 stay, %3 come while it runs")
              .arg(bytesText(needs.deviceWeightsBytes), bytesText(needs.residentBytes),
                  bytesText(needs.broughtBytesPerRun));
    if (measuredSeconds)
        return memory + QStringLiteral("\n")
            + tr("The last run took %1").arg(widgets::formatDuration(*measuredSeconds));
    return memory + QStringLiteral("\n")
        + (needs.isRunMeasured ? tr("A run takes about %1").arg(widgets::formatDuration(needs.runSeconds))
                               : tr("A run takes about %1, a guess until it is measured")
                                     .arg(widgets::formatGuess(needs.runSeconds)))
        + (needs.isRunWhole ? QString() : tr("\nWhat branches and loops take comes on top."));
}

QString LoadText::misfit(const BuiltGraph& graph, const LoadPrediction& needs)
{
    if (needs.deviceActivationsBytes <= needs.freeDeviceBytes || graph.plan.peakStep.empty())
        return tr("Does not fit: choose another device or mode, or smaller free dimensions");
    return tr("Does not fit: activations alone need more than is free, most of it in %1: choose smaller "
              "free dimensions or another device")
        .arg(QString::fromStdString(graph.plan.peakStep));
}

QString LoadText::prediction(const BuiltGraph& graph, const LoadPrediction& needs, bool isLoaded)
{
    // What follows values that only a run can tell comes on top.
    const bool isWhole = graph.plan.isComplete;
    QString text = QStringLiteral("<table>");
    text += figureRow(tr("Device, copied weights"), bytesText(needs.deviceWeightsBytes));
    if (needs.broughtBytesPerRun > 0)
        text += figureRow(tr("Weights that come in each run"), bytesText(needs.broughtBytesPerRun));
    if (needs.importedBytes > 0)
        text += figureRow(tr("Pages of the file bound in place"), bytesText(needs.importedBytes));
    text += figureRow(isWhole ? tr("Device, activations") : tr("Device, activations, at least"),
        bytesText(needs.deviceActivationsBytes));
    if (!isLoaded) // what only a load takes is given back
        text += figureRow(tr("CPU beyond the weights, at most"), bytesText(needs.hostOverheadBytes));
    text += figureRow(tr("Free on the device"), bytesText(needs.freeDeviceBytes));
    text += QStringLiteral("</table>");
    if (!needs.fits)
        return text + QStringLiteral("⚠ ") + misfit(graph, needs).toHtmlEscaped();
    return text
        + (isWhole ? tr("✓ fits")
                   : tr("✓ fits as far as is known: the sizes of some values show only in a run"));
}

QString LoadText::amount(const LoadFeed& feed, uint64_t planBytes)
{
    const QLocale locale;
    const size_t set = feed.constantsSet.load();
    const size_t ofRuns = std::min(feed.comingWithRuns(), set);
    const uint64_t whole = feed.byteCount.load();
    if (ofRuns == 0)
        return tr("%1 of %2 constants, %3 of %4")
            .arg(locale.toString(set), locale.toString(feed.constantCount()), bytesText(feed.bytesSet.load()),
                bytesText(whole));
    return tr("%1 of %2 constants stay (%3 of %4)")
               .arg(locale.toString(set - ofRuns), locale.toString(feed.constantCount()),
                   bytesText(feed.bytesSet.load()), bytesText(std::max(planBytes, whole)))
        + tr("; %Ln constant(s) come with each run", nullptr, static_cast<int>(ofRuns));
}

LoadText::Progress LoadText::progress(const EngineController& controller, const LoadFeed& feed)
{
    Progress progress;
    const uint64_t done = feed.bytesSet.load();
    const std::vector<LoadFeed::Phase> phases = feed.phases();
    const std::string phase = phases.empty() ? std::string() : phases.back().name;
    const bool isSetting = phase == "setting" || phase.empty();
    progress.fraction = feed.wholeFraction();
    QString name;
    const int64_t current = feed.currentConstant.load();
    const BuiltGraphPtr& graph = controller.graph();
    if (graph && current >= 0 && static_cast<size_t>(current) < graph->tensorOfConstant.size()) {
        const int tensor = graph->tensorOfConstant[static_cast<size_t>(current)];
        if (tensor >= 0)
            name = widgets::shownName(controller.document()->tensors[static_cast<size_t>(tensor)].name);
    }
    if (isSetting)
        progress.current = name;
    else
        progress.current = name.isEmpty() ? ModeText::phase(phase)
                                          : QString(ModeText::phase(phase) + QStringLiteral(": ") + name);
    const double seconds = feed.clock.seconds();
    progress.amount = amount(feed, graph ? graph->plan.constantBytes : 0);
    if (seconds > 0 && done > 0)
        progress.rate =
            tr(", %1/s").arg(bytesText(static_cast<uint64_t>(static_cast<double>(done) / seconds)));
    return progress;
}

bool LoadText::isAllBound(const LoadResult& result)
{
    const uint64_t bound = result.report.bytesOf(LoadPath::Imported);
    return bound > 0
        && bound
        == std::reduce(result.report.bytesByPath.begin(), result.report.bytesByPath.end(), uint64_t {0});
}

QString LoadText::result(const LoadResult& result, double seconds)
{
    QStringList paths;
    for (size_t i = 0; i < loadPathCount; ++i) {
        if (result.report.bytesByPath[i] > 0)
            paths.append(QStringLiteral("%1 %2").arg(
                ModeText::path(static_cast<LoadPath>(i)), bytesText(result.report.bytesByPath[i])));
    }
    const QString head = result.outcome == LoadOutcome::Finished ? tr("Loaded")
        : result.outcome == LoadOutcome::Cancelled               ? tr("Cancelled")
                                                                 : tr("Failed");
    QString text = tr("%1 (%2) after %3; CPU beyond the weights at most %4")
                       .arg(head, ModeText::name(modeOf(result.report)), widgets::formatDuration(seconds),
                           bytesText(result.report.hostOverheadPeakBytes));
    if (!paths.isEmpty())
        text += tr("; by path: %1").arg(paths.join(QStringLiteral(", ")));
    if (result.report.refusedBytes > 0)
        text += tr("; %1 copied because the driver refused to bind it in place")
                    .arg(bytesText(result.report.refusedBytes));
    if (result.report.onDemandBytes > 0)
        text += tr("; %1 come while it runs").arg(bytesText(result.report.onDemandBytes));
    for (const auto& [loader, size] : result.report.bytesByLoader)
        text += tr("; %1 of it over %2").arg(bytesText(size), fromUtf8(loader));
    return text;
}

} // namespace weightless::ui
