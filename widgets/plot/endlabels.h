// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace weightless::widgets {

// What the curves are called and what they reach, written right of the chart at the height of their highest
// points, where it hides nothing; labels make way for each other. A thin line leads from the point to the
// label. While there is a cursor the values are those at it, and the curves are marked there.
class EndLabels : public QCPLayerable {
public:
    struct Label {
        QString name;
        QString value;
        QPen pen;
        QPointF point; // on the axes: what is labelled
        std::vector<QPointF> marks; // on the axes: where the cursor meets the curve
    };

    explicit EndLabels(QCustomPlot* plot);

    // The most important first: what finds no room is left out.
    void setLabels(std::vector<Label> labels, const QString& heading);
    // Names that labels have at another time: they have room, so that nothing moves when a cursor comes.
    void setOtherNames(const QStringList& names) { m_otherNames = names; }
    void setColours(const QColor& text, const QColor& ground);
    // The margin that they need right of the axes, at most a part of `plotWidth`.
    [[nodiscard]] int neededWidth(int plotWidth) const;
    // Where the labels are, in the plot's pixels, in the order they were given.
    [[nodiscard]] std::vector<QRectF> places() const;
    [[nodiscard]] const std::vector<Label>& labels() const { return m_labels; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    [[nodiscard]] QFont nameFont() const;
    [[nodiscard]] QFont valueFont() const;
    void drawLabel(QCPPainter* painter, const Label& label, const QRectF& place) const;

    std::vector<Label> m_labels;
    QStringList m_otherNames;
    QString m_heading;
    QColor m_text;
    QColor m_ground;
};

} // namespace weightless::widgets
