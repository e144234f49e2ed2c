// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <utility>
#include <vector>

namespace weightless::widgets {

// One row of numbers as a curve, all of it in view: every column of pixels shows the lowest and the highest
// value that fall into it. What is no number is left out. The pointer, or the arrow keys, tell one value.
class CurveView : public QWidget {
    Q_OBJECT

public:
    explicit CurveView(QWidget* parent = nullptr);

    void setValues(std::vector<float> values);
    [[nodiscard]] const std::vector<float>& values() const { return m_values; }
    // -1: none is told.
    void setCurrent(qsizetype index);
    [[nodiscard]] qsizetype current() const { return m_current; }
    // Lowest and highest of the values that fall into a column; lowest above highest where there is none.
    [[nodiscard]] std::pair<float, float> extremesAt(int column, int columns) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF chartRect() const;
    [[nodiscard]] double yOf(double value) const;
    [[nodiscard]] QString currentText() const;
    void paintCurve(QPainter& painter) const;
    void paintCurrent(QPainter& painter) const;

    std::vector<float> m_values;
    float m_lowest = 0;
    float m_highest = 0;
    qsizetype m_current = -1;
};

} // namespace weightless::widgets
