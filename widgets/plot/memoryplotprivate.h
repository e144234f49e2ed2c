// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/byteticker.h"
#include "widgets/plot/memoryhistory.h"
#include "widgets/plot/memoryplot.h"

#include <QTimer>
#include <qcustomplot.h>

#include <map>

namespace weightless::widgets {

// Where the mouse and keyboard of the chart are handled: QCustomPlot's own interactions know nothing of
// following.
class MemoryPlot::Private : public QObject {
public:
    explicit Private(MemoryPlot* widget);

    struct Reference {
        MemoryHistory history;
        QCPGraph* cpu = nullptr;
        QCPGraph* device = nullptr;
    };
    struct Phase {
        double seconds;
        QString label;
        QCPItemStraightLine* line;
        QCPItemText* text;
    };

    // Set-up.
    void makeGraphs();
    void makeReadOut();
    void recolour();
    void retranslate();
    void styleAxis(QCPAxis* axis, const QColor& text, const QColor& grid);

    // Data to curves.
    void changed();
    void update();
    void fillCurve(QCPGraph* graph, const MemoryHistory& history, MemoryCurve curve);
    void fillTicks();
    void placePhases();
    void scaleAxes();
    void arrangeLegend();
    void setFollowing(bool on);
    void setRange(double from, double to);
    double lastTime() const;
    double largestShown() const;

    // Input.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void press(const QMouseEvent* event);
    void move(const QMouseEvent* event);
    void release(const QMouseEvent* event);
    void wheel(const QWheelEvent* event);
    void zoomAround(double factor, double seconds);
    void showReadOut(const QPointF& position);
    void hideReadOut();
    QString readOutText(const MemorySample& sample) const;
    QString inWords(const MemorySample& sample) const;

    Phase makePhase(double seconds, const QString& label);

    MemoryPlot* q;
    QCustomPlot* plot;
    MemoryHistory history;
    std::vector<double> constantsSet;
    std::vector<Phase> phases;
    std::map<QString, Reference> references;

    QCPGraph* cpu = nullptr;
    QCPGraph* rss = nullptr;
    QCPGraph* weights = nullptr;
    QCPGraph* activations = nullptr;
    QCPGraph* staging = nullptr;
    QCPGraph* ticks = nullptr;
    QCPItemStraightLine* cursor = nullptr;
    QCPItemText* readOut = nullptr;
    QCPItemRect* band = nullptr;

    bool isFollowing = true;
    bool isRssVisible = false;
    double from = 0;
    double to = 10;
    qint64 drawnCpuPeak = 0;
    QTimer timer;

    enum class Drag { None, Pan, Zoom } drag = Drag::None;
    QPointF pressed;
    double pressedFrom = 0;
    double pressedTo = 0;
};

} // namespace weightless::widgets
