// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/memorysample.h"

#include <QWidget>

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace weightless::widgets {

// Live chart of memory over time. Each of several runs (a load, and what ran after it) has a curve of CPU
// memory beyond the weights; device memory of the newest lies behind them as areas, one on top of the other.
// A sample holds until the next one, every sample is kept, and what is drawn contains the true extremes of
// every pixel column. Wheel zooms in time, dragging pans, Ctrl+drag zooms into a range, a double click or
// Home returns to the live view of everything. Keys: Left/Right pan, Ctrl+Left/Right move the cursor, + and -
// zoom, Home resets, Escape takes the cursor away. All functions belong to the GUI thread.
class MemoryPlot : public QWidget {
    Q_OBJECT

public:
    static constexpr int maxRuns = 8; // the oldest goes when there are more
    static constexpr int leastChartHeight = 250; // pixels between the axes, unless it is told another one
    // What is in view while it follows: loads only, or what ran after the newest too.
    enum class Extent { Load, Everything };

    explicit MemoryPlot(QWidget* parent = nullptr);
    ~MemoryPlot() override;

    // Time starts anew; the run until here stays, up to the end of its load. `look`: how it is drawn
    // (curvelook.h) unless another run is drawn so; what is left of the looks otherwise.
    void beginRun(const QString& name, int look = 0);
    // The newest run is called otherwise: what it is may be known at its end only.
    void nameRun(const QString& name, int look = 0);
    void endRun(double seconds); // the load of the newest run has ended
    // A whole run. One without samples is named: what is about to be measured.
    void addRun(const QString& name, std::vector<MemorySample> samples, int look = 0);
    void forgetEarlierRuns();
    void forgetNewestRun(); // the one before is the newest again, up to the end of its load
    void clear(); // everything
    QStringList runNames() const; // the oldest first; of the same name the later ones with a number
    bool isRunVisible(int run) const;
    void setRunVisible(int run, bool isVisible);

    // Of the newest run, in the order of time; one that is earlier than its predecessor, or not finite, is
    // ignored.
    void addSample(const MemorySample& sample);
    void addSamples(std::span<const MemorySample> samples);
    const std::vector<MemorySample>& samples() const;
    MemorySample peak() const; // exact, per field (`seconds` is the time of the CPU peak)
    void addPhase(double seconds, const QString& label); // lasts until the next one
    void addConstantSet(double seconds); // a tick at the foot of the chart

    void setProcessMemoryVisible(bool visible);
    bool isProcessMemoryVisible() const;
    void setDeviceMemoryVisible(bool visible);
    // Every load takes the whole width; otherwise seconds are seconds for all.
    void setStretched(bool isStretched);
    bool isStretched() const;
    void setExtent(Extent extent);
    Extent extent() const;
    // Where there is little room; it asks for as much as others.
    void setLeastChartHeight(int pixels);

    // True while the view follows the newest sample, false after the user zoomed or panned.
    bool isFollowing() const;
    // Shown time in seconds; in percent of each load while they are stretched.
    std::pair<double, double> timeRange() const;
    void setTimeRange(double from, double to);

    // A cursor across all curves; the labels tell the values at it.
    void setCursor(double seconds);
    void hideCursor();

    // What the chart says now, in words, for assistive technologies: the newest values and the highest ones
    // of each run, and the values at the cursor.
    QString describe() const;
    // The largest CPU value of the newest run among the points that are really drawn; equals peak() whenever
    // everything is in view.
    qint64 drawnCpuPeakBytes() const;
    int timeTickCount() const; // that are drawn
    // Between the axes, and of the labels at the curves' ends, in this widget's pixels.
    QRect chartArea() const;
    std::vector<QRectF> labelPlaces() const;

    // False: `error` says why. The CSV holds every raw sample of every run, bytes as integers. Pictures have
    // the legend above the chart; `size` is in pixels, an empty one is the widget's.
    bool saveCsv(const QString& filePath, QString* error = nullptr) const;
    bool savePng(const QString& filePath, QString* error = nullptr, const QSize& size = {}) const;
    bool saveSvg(const QString& filePath, QString* error = nullptr, const QSize& size = {}) const;

    QSize sizeHint() const override;

public slots:
    void resetZoom();

signals:
    void followingChanged(bool following);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace weightless::widgets
