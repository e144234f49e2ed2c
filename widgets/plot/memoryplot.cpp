// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/memoryplot.h"

#include "widgets/plot/memoryplotprivate.h"

#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QVBoxLayout>

namespace weightless::widgets {

namespace {

// The description is made when it is asked for, and not with each of a hundred samples a second.
class MemoryPlotAccessible : public QAccessibleWidget {
public:
    explicit MemoryPlotAccessible(MemoryPlot* plot)
        : QAccessibleWidget(plot, QAccessible::Chart)
    {
    }

    static QAccessibleInterface* create(const QString& className, QObject* object)
    {
        if (className != QLatin1String(MemoryPlot::staticMetaObject.className()))
            return nullptr;
        auto* plot = qobject_cast<MemoryPlot*>(object);
        return plot ? new MemoryPlotAccessible(plot) : nullptr;
    }

    QString text(QAccessible::Text kind) const override
    {
        const auto* plot = qobject_cast<const MemoryPlot*>(object());
        return plot && kind == QAccessible::Description ? plot->describe() : QAccessibleWidget::text(kind);
    }
};

} // namespace

MemoryPlot::MemoryPlot(QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(this))
{
    QAccessible::installFactory(&MemoryPlotAccessible::create); // again and again is once
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins({});
    box->addWidget(d->plot);
    setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(nullptr);
    d->retranslate();
    d->recolour();
    d->changed();
}

MemoryPlot::~MemoryPlot() = default;

void MemoryPlot::addSample(const MemorySample& sample)
{
    if (d->history.add(sample))
        d->changed();
}

void MemoryPlot::addSamples(std::span<const MemorySample> samples)
{
    for (const MemorySample& sample : samples)
        d->history.add(sample);
    d->changed();
}

void MemoryPlot::clear()
{
    d->history.clear();
    d->constantsSet.clear();
    for (const Private::Phase& phase : std::exchange(d->phases, {})) {
        d->plot->removeItem(phase.line);
        d->plot->removeItem(phase.text);
    }
    d->hideReadOut();
    resetZoom();
    d->changed();
}

const std::vector<MemorySample>& MemoryPlot::samples() const
{
    return d->history.samples();
}

MemorySample MemoryPlot::peak() const
{
    return d->history.peak();
}

void MemoryPlot::addPhase(double seconds, const QString& label)
{
    if (!std::isfinite(seconds))
        return;
    d->phases.push_back(d->makePhase(seconds, label));
    d->recolour();
    d->changed();
}

void MemoryPlot::addConstantSet(double seconds)
{
    if (!std::isfinite(seconds))
        return;
    // Nearly always in order already.
    d->constantsSet.insert(
        std::upper_bound(d->constantsSet.begin(), d->constantsSet.end(), seconds), seconds);
    d->changed();
}

void MemoryPlot::addReference(const QString& name, std::vector<MemorySample> samples)
{
    removeReference(name);
    Private::Reference reference;
    for (const MemorySample& sample : samples)
        reference.history.add(sample);
    reference.cpu = d->plot->addGraph();
    reference.device = d->plot->addGraph();
    reference.cpu->setLayer(QStringLiteral("references"));
    reference.device->setLayer(QStringLiteral("references"));
    d->references.emplace(name, std::move(reference));
    d->retranslate();
    d->recolour();
    d->changed();
}

void MemoryPlot::removeReference(const QString& name)
{
    const auto it = d->references.find(name);
    if (it == d->references.end())
        return;
    d->plot->removeGraph(it->second.cpu);
    d->plot->removeGraph(it->second.device);
    d->references.erase(it);
    d->changed();
}

void MemoryPlot::removeReferences()
{
    while (!d->references.empty())
        removeReference(QString(d->references.begin()->first));
}

QStringList MemoryPlot::referenceNames() const
{
    QStringList names;
    for (const auto& [name, reference] : d->references)
        names.append(name);
    return names;
}

void MemoryPlot::setProcessMemoryVisible(bool visible)
{
    d->isRssVisible = visible;
    d->rss->setVisible(visible);
    if (visible)
        d->rss->addToLegend();
    else
        d->rss->removeFromLegend();
    d->changed();
}

bool MemoryPlot::isProcessMemoryVisible() const
{
    return d->isRssVisible;
}

bool MemoryPlot::isFollowing() const
{
    return d->isFollowing;
}

std::pair<double, double> MemoryPlot::timeRange() const
{
    return {d->from, d->to};
}

void MemoryPlot::setTimeRange(double fromSeconds, double toSeconds)
{
    if (!std::isfinite(fromSeconds) || !std::isfinite(toSeconds) || fromSeconds >= toSeconds)
        return;
    d->setFollowing(false);
    d->setRange(fromSeconds, toSeconds);
}

QString MemoryPlot::describe() const
{
    if (samples().empty())
        return tr("Nothing was measured yet.");
    return tr("Now: %1. Highest: %2").arg(d->inWords(samples().back()), d->inWords(peak()));
}

qint64 MemoryPlot::drawnCpuPeakBytes() const
{
    d->update();
    return d->drawnCpuPeak;
}

void MemoryPlot::resetZoom()
{
    d->setFollowing(true);
    d->changed();
}

QSize MemoryPlot::sizeHint() const
{
    return {640, 280};
}

QSize MemoryPlot::minimumSizeHint() const
{
    return {240, 140};
}

void MemoryPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        d->recolour();
    else if (event->type() == QEvent::LanguageChange)
        d->retranslate();
    else
        return;
    d->changed();
}

void MemoryPlot::keyPressEvent(QKeyEvent* event)
{
    const double width = d->to - d->from;
    const double middle = (d->from + d->to) / 2;
    switch (event->key()) {
    case Qt::Key_Home:
        resetZoom();
        break;
    case Qt::Key_Left:
        setTimeRange(d->from - width / 8, d->to - width / 8);
        break;
    case Qt::Key_Right:
        setTimeRange(d->from + width / 8, d->to + width / 8);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        d->zoomAround(0.8, middle);
        break;
    case Qt::Key_Minus:
        d->zoomAround(1.25, middle);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace weightless::widgets
