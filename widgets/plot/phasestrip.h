// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace weightless::widgets {

// The phases of one load as a strip above the chart, where it hides no curve. Thin lines lead down from where
// each begins. Names that do not fit are shortened, or left to the read-out.
class PhaseStrip : public QCPLayerable {
public:
    struct Phase {
        double from = 0; // on the axis
        double to = 0;
        QString label;
    };

    explicit PhaseStrip(QCustomPlot* plot);

    // `owner`: the load's name, told before the first phase where there is room; empty when there is only
    // one.
    void setPhases(std::vector<Phase> phases, const QString& owner, const QColor& colour);
    void setColours(const QColor& text) { m_text = text; }
    // Its height, and what lies between it and the chart.
    [[nodiscard]] int neededHeight() const;
    [[nodiscard]] const std::vector<Phase>& phases() const { return m_phases; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawPhase(QCPPainter* painter, std::size_t index) const;

    std::vector<Phase> m_phases;
    QString m_owner;
    QColor m_colour;
    QColor m_text;
};

} // namespace weightless::widgets
