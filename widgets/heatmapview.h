// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

#include <vector>

namespace weightless::widgets {

// Numbers of a grid as colours, with their scale beside them. Where there are numbers on both sides of zero,
// zero is pale and the sides are blue and orange, which differ for colour-blind eyes too; otherwise it goes
// from pale to dark. What is no number is hatched, and where cells are too small for that in a colour that no
// number has. Pointing at a cell tells its place and number.
class HeatMapView : public QWidget {
    Q_OBJECT

public:
    explicit HeatMapView(QWidget* parent = nullptr);

    // `values` row by row. `rowStep` and `columnStep` are how far apart the indices of neighbours are, where
    // not every number of what is shown has a cell; `areExtremes` where a cell then stands for all numbers up
    // to the next one, of as many indices as there are.
    struct Grid {
        int rows = 0;
        int columns = 0;
        std::vector<double> values;
        qint64 rowStep = 1;
        qint64 columnStep = 1;
        bool areExtremes = false;
        qint64 rowIndices = 0;
        qint64 columnIndices = 0;
    };
    void setGrid(Grid grid);
    void clear() { setGrid({}); }
    [[nodiscard]] const Grid& grid() const { return m_grid; }
    // Says what a cell stands for where not every number has one; empty where each has.
    [[nodiscard]] QString samplingText() const;
    [[nodiscard]] QColor colorOf(double value) const;
    // "[3, 17] = 0.25", or "[0 … 1, 4 … 5] = 0.25" of extremes; empty where there is no cell.
    [[nodiscard]] QString textAt(const QPoint& position) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    // Which of them there are, from `first` to before `end`.
    struct Cells {
        int first = 0;
        int end = 0;
    };
    [[nodiscard]] static Cells cellsAt(int pixel, int pixels, int cells);
    // Of those that share a pixel the one that it shows: what is no number or is furthest from zero.
    [[nodiscard]] QPoint shownOf(const Cells& rows, const Cells& columns) const;
    [[nodiscard]] double valueAt(const QPoint& cell) const;
    [[nodiscard]] QSize imageSize() const;
    void drawImage();
    [[nodiscard]] QRect mapRect() const;
    [[nodiscard]] QRect scaleRect() const;
    void paintScale(QPainter& painter) const;
    [[nodiscard]] static QString indicesOf(int cell, qint64 step, qint64 indices, bool areExtremes);

    Grid m_grid;
    QImage m_image; // a pixel for each cell, or fewer where the map has fewer
    double m_lowest = 0;
    double m_highest = 0;
};

} // namespace weightless::widgets
