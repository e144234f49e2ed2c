// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/curvelegend.h"
#include "widgets/plot/curvelook.h"
#include "widgets/plot/endlabels.h"
#include "widgets/plot/memoryplot.h"
#include "widgets/plot/memoryrun.h"
#include "widgets/plot/phasestrip.h"
#include "widgets/plot/timeticker.h"

#include <QTimer>
#include <qcustomplot.h>

#include <deque>
#include <map>
#include <optional>

namespace weightless::widgets {

// Where the mouse and keyboard of the chart are handled: QCustomPlot's own interactions know nothing of
// following.
class MemoryPlot::Private : public QObject {
public:
    explicit Private(MemoryPlot* widget);

    // A run and its curves.
    struct ShownRun {
        MemoryRun run;
        QCPGraph* cpu = nullptr;
        QCPGraph* device = nullptr; // in total; of the newest run the areas are drawn instead
    };

    // Set-up.
    void makeGraphs();
    void retranslate();
    void recolour();
    void arrangeLegend();
    void onToggled(const QString& key, bool isOn);

    // Runs.
    ShownRun& newest() { return runs.back(); }
    ShownRun& appendRun(const QString& name, int look);
    void removeRun(std::size_t index);
    void giveName(MemoryRun& run, const QString& name, int look) const;
    // From seconds of a run to the time axis.
    [[nodiscard]] double scaleOf(const MemoryRun& run) const;
    [[nodiscard]] QString nameOf(const MemoryRun& run) const;

    // Data to curves.
    void changed();
    void update();
    void fill(int pixels);
    void fillCurve(QCPGraph* graph, const MemoryRun& run, MemoryCurve curve, int pixels);
    void fillTicks(int pixels);
    void fillPhases();
    void fillLabels();
    void addDeviceLabels(std::vector<EndLabels::Label>& labels, const MemorySample* atCursor) const;
    void scaleAxes();
    void fitMargins(int plotWidth);
    void keepChartHeight();
    void setFollowing(bool on);
    void setRange(double from, double to);
    [[nodiscard]] double lastTime() const;
    [[nodiscard]] double largestShown() const;

    // Input.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void press(const QMouseEvent* event);
    void move(const QMouseEvent* event);
    void release(const QMouseEvent* event);
    [[nodiscard]] QScrollBar* barOf(const QWheelEvent& event) const;
    void wheel(const QWheelEvent* event);
    void zoomAround(double factor, double time);
    void placeCursor(double time);
    [[nodiscard]] QString timeText(double time) const;
    [[nodiscard]] QString inWords(const MemorySample& sample) const;
    [[nodiscard]] QString cursorInWords() const;

    // Pictures.
    void paintPicture(QCPPainter& painter, const QSizeF& size);
    double paintLegend(QCPPainter& painter, const QPointF& corner, double width) const;
    [[nodiscard]] QSizeF logicalSize(const QSize& pixels) const;

    MemoryPlot* q;
    QCustomPlot* plot;
    CurveLegend* legend;
    std::deque<ShownRun> runs; // never empty; the newest last

    QCPGraph* rss = nullptr;
    std::map<DeviceArea, QCPGraph*> areas;
    QCPGraph* ticks = nullptr;
    EndLabels* labels = nullptr;
    PhaseStrip* strip = nullptr;
    QCPItemStraightLine* cursorLine = nullptr;
    QCPItemText* cursorTime = nullptr;
    QCPItemRect* band = nullptr;
    QSharedPointer<TimeTicker> timeTicker;

    Extent extent = Extent::Everything;
    int leastHeight = leastChartHeight; // pixels between the axes
    bool isFollowing = true;
    bool isStretched = false;
    bool isRssVisible = false;
    bool isEarlierDeviceVisible = false;
    bool showsPassing = false; // weights come and go in the newest run
    std::map<DeviceArea, bool> isAreaVisible;
    double from = 0; // on the time axis
    double to = 1;
    std::optional<double> cursor; // on the time axis
    qint64 drawnCpuPeak = 0;
    QTimer timer;

    enum class Drag { None, Pan, Zoom } drag = Drag::None;
    QPointF pressed;
    double pressedFrom = 0;
    double pressedTo = 0;
};

} // namespace weightless::widgets
