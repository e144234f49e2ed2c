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

// Live chart of CPU memory against device memory over time. Every sample is kept and what is drawn contains
// the true extremes of every pixel column. Wheel zooms in time, dragging pans, Ctrl+drag zooms into a
// rectangle, a double click or Home returns to the live view of everything. Keys: Left/Right pan, + and -
// zoom, Home resets. All functions belong to the GUI thread.
class MemoryPlot : public QWidget {
    Q_OBJECT

public:
    explicit MemoryPlot(QWidget* parent = nullptr);
    ~MemoryPlot() override;

    // Samples in the order of time; one that is earlier than its predecessor, or not finite, is ignored.
    void addSample(const MemorySample& sample);
    void addSamples(std::span<const MemorySample> samples);
    // Forgets the samples and markers of the current run; references stay.
    void clear();
    const std::vector<MemorySample>& samples() const;

    // The largest values since clear(), exact, per field (`seconds` is the time of the CPU peak).
    MemorySample peak() const;

    // A vertical line with a label: "plan", "load", "dispatch".
    void addPhase(double seconds, const QString& label);
    // A short tick at the foot of the chart: a constant was set at this time.
    void addConstantSet(double seconds);

    // An earlier run, drawn as faint curves (CPU memory and device memory in total) under the current one. A
    // name that is there already is replaced.
    void addReference(const QString& name, std::vector<MemorySample> samples);
    void removeReference(const QString& name);
    void removeReferences();
    QStringList referenceNames() const;

    void setProcessMemoryVisible(bool visible);
    bool isProcessMemoryVisible() const;

    // True while the view follows the newest sample, false after the user zoomed or panned.
    bool isFollowing() const;
    // Shown time range in seconds.
    std::pair<double, double> timeRange() const;
    void setTimeRange(double fromSeconds, double toSeconds);

    // What the chart says now, in words, for assistive technologies: the newest values and the highest ones.
    QString describe() const;

    // The largest CPU value among the points that are really drawn; equals peak() whenever everything is in
    // view.
    qint64 drawnCpuPeakBytes() const;

    // False: `error` says why. The CSV holds every raw sample of the current run, bytes as integers.
    bool saveCsv(const QString& filePath, QString* error = nullptr) const;
    bool savePng(const QString& filePath, QString* error = nullptr) const;
    bool saveSvg(const QString& filePath, QString* error = nullptr) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public slots:
    void resetZoom();

signals:
    // Text of the cursor read-out, for a status bar; empty when the mouse has left.
    void readOutChanged(const QString& text);
    void followingChanged(bool following);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace weightless::widgets
