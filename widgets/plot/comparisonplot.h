// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/memorysample.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace weightless::widgets {

// CPU memory beyond the weights over time, one curve for each of several loads, on common axes. Curves differ
// by dashes and width as well as by colour. All functions belong to the GUI thread.
class ComparisonPlot : public QWidget {
    Q_OBJECT

public:
    struct Curve {
        QString name;
        std::vector<MemorySample> samples; // in the order of time
    };

    explicit ComparisonPlot(QWidget* parent = nullptr);
    ~ComparisonPlot() override;

    // A curve without samples is named in the legend: what is about to be measured.
    void setCurves(std::vector<Curve> curves);
    // What the chart's vertical axis reaches, in bytes; the largest value is in view.
    double shownBytes() const;

    // False: `error` says why.
    bool savePng(const QString& filePath, QString* error = nullptr) const;

    QSize sizeHint() const override { return {640, 300}; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace weightless::widgets
