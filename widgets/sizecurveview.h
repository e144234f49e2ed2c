// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace weightless::widgets {

// Bytes over sizes that double: the points stand as far from each other as the logarithms of their sizes.
// What has no bytes is a gap. The pointer, or the arrow keys, mark one point, which is told in words.
class SizeCurveView : public QWidget {
    Q_OBJECT

public:
    struct Point {
        qint64 size = 1; // ascending
        qint64 bytes = -1; // -1: there is none
    };

    explicit SizeCurveView(QWidget* parent = nullptr);

    // A line at `limitBytes` says what there is, where the points come near it; 0: no line.
    void setPoints(std::vector<Point> points, qint64 limitBytes = 0, const QString& limitText = {});
    [[nodiscard]] const std::vector<Point>& points() const { return m_points; }
    // -1: none is marked.
    void setCurrent(int index);
    [[nodiscard]] int current() const { return m_current; }
    // Where a point is drawn; of one without bytes, at the chart's lower edge.
    [[nodiscard]] QPointF placeOf(int index) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF chartRect() const;
    [[nodiscard]] double yOf(qint64 bytes) const;
    void paintAxes(QPainter& painter) const;
    void paintLimit(QPainter& painter) const;
    void paintCurve(QPainter& painter) const;

    std::vector<Point> m_points;
    qint64 m_limitBytes = 0;
    QString m_limitText;
    qint64 m_highest = 1; // of the axis
    int m_current = -1;
};

} // namespace weightless::widgets
