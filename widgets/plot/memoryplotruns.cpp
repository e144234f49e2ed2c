// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a MemoryPlot.
#include "widgets/plot/memoryplotprivate.h"

#include <algorithm>

namespace weightless::widgets {

void MemoryPlot::Private::giveName(MemoryRun& run, const QString& name, int look) const
{
    const auto others = [&](auto&& isSo) {
        return std::ranges::any_of(
            runs, [&](const ShownRun& each) { return &each.run != &run && isSo(each.run); });
    };
    run.name = name;
    run.number = 1;
    while (others([&](const MemoryRun& other) { return other.title() == run.title(); }))
        ++run.number;
    const auto isFree = [&](int index) {
        return !others([index](const MemoryRun& other) { return other.look == index; });
    };
    // Where its own is taken: from behind, as those in front are the ones that are asked for.
    run.look = std::clamp(look, 0, curveLookCount - 1);
    for (int index = curveLookCount - 1; !isFree(run.look) && index >= 0; --index)
        run.look = isFree(index) ? index : run.look;
}

MemoryPlot::Private::ShownRun& MemoryPlot::Private::appendRun(const QString& name, int look)
{
    while (runs.size() >= static_cast<std::size_t>(maxRuns))
        removeRun(0);
    ShownRun& added = runs.emplace_back();
    giveName(added.run, name, look);
    for (QCPGraph** graph : {&added.device, &added.cpu}) {
        *graph = plot->addGraph();
        (*graph)->setLineStyle(QCPGraph::lsStepLeft);
        (*graph)->setAdaptiveSampling(false);
    }
    return added;
}

void MemoryPlot::Private::removeRun(std::size_t index)
{
    plot->removeGraph(runs[index].cpu);
    plot->removeGraph(runs[index].device);
    runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(index));
}

double MemoryPlot::Private::scaleOf(const MemoryRun& run) const
{
    if (!isStretched)
        return 1;
    const double seconds = run.loadSeconds();
    return seconds > 0 ? 100 / seconds : 1;
}

QString MemoryPlot::Private::nameOf(const MemoryRun& run) const
{
    return run.name.isEmpty() ? MemoryPlot::tr("CPU memory") : run.title();
}

void MemoryPlot::beginRun(const QString& name, int look)
{
    hideCursor();
    MemoryRun& before = d->newest().run;
    if (before.history.samples().empty() && before.phases.empty()) {
        d->giveName(before, name, look);
    } else {
        before.keepLoadOnly();
        d->appendRun(name, look);
    }
    d->recolour();
    resetZoom();
}

void MemoryPlot::nameRun(const QString& name, int look)
{
    if (d->newest().run.name == name)
        return;
    d->giveName(d->newest().run, name, look);
    d->recolour();
    d->changed();
}

void MemoryPlot::endRun(double seconds)
{
    if (!std::isfinite(seconds))
        return;
    d->newest().run.endSeconds = std::max(seconds, 0.0);
    d->changed();
}

void MemoryPlot::addRun(const QString& name, std::vector<MemorySample> samples, int look)
{
    MemoryRun& before = d->newest().run;
    const bool isUnused = before.name.isEmpty() && before.history.samples().empty() && before.phases.empty();
    if (isUnused)
        d->giveName(before, name, look);
    else
        d->appendRun(name, look);
    for (const MemorySample& sample : samples)
        d->newest().run.history.add(sample);
    if (!samples.empty())
        d->newest().run.endSeconds = d->newest().run.lastSeconds();
    d->recolour();
    d->changed();
}

void MemoryPlot::forgetEarlierRuns()
{
    while (d->runs.size() > 1)
        d->removeRun(0);
    d->giveName(d->newest().run, d->newest().run.name, d->newest().run.look);
    d->recolour();
    d->changed();
}

void MemoryPlot::forgetNewestRun()
{
    if (d->runs.size() == 1) {
        clear();
        return;
    }
    hideCursor();
    d->removeRun(d->runs.size() - 1);
    d->recolour();
    resetZoom();
}

void MemoryPlot::clear()
{
    hideCursor();
    while (!d->runs.empty())
        d->removeRun(0);
    d->appendRun({}, 0);
    d->recolour();
    resetZoom();
}

QStringList MemoryPlot::runNames() const
{
    QStringList names;
    for (const Private::ShownRun& shown : d->runs)
        names.append(shown.run.title());
    return names;
}

bool MemoryPlot::isRunVisible(int run) const
{
    return run >= 0 && run < static_cast<int>(d->runs.size())
        && d->runs[static_cast<std::size_t>(run)].run.isShown;
}

void MemoryPlot::setRunVisible(int run, bool isVisible)
{
    if (run < 0 || run >= static_cast<int>(d->runs.size()))
        return;
    d->runs[static_cast<std::size_t>(run)].run.isShown = isVisible;
    d->arrangeLegend();
    d->changed();
}

} // namespace weightless::widgets
