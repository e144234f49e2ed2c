// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace weightless::widgets {

// What ran one after the other, each as wide as it took, hatched where it waited before. Neighbours of one
// group have one colour; the widest carry their names; pointing at one tells all of it. Lanes below show what
// else happened meanwhile; then all have their titles before them.
//
// The wheel, + and - zoom at the cursor or at what is current; dragging and Shift with Left or Right move in
// time; a double click and Home show everything. Left and Right go from one step to the next, End to the
// last; while none is current and not everything is shown, they move in time, too. Escape: none is current.
class TimelineView : public QWidget {
    Q_OBJECT

public:
    struct Step {
        QString name;
        QString group; // decides the colour
        double milliseconds = 0;
        double waitedMilliseconds = 0; // before it began
    };
    // Since the time at which the first step began to wait.
    struct Span {
        QString name;
        double beginMilliseconds = 0;
        double endMilliseconds = 0;
    };

    explicit TimelineView(QWidget* parent = nullptr);

    void setSteps(std::vector<Step> steps);
    [[nodiscard]] const std::vector<Step>& steps() const { return m_steps; }
    struct Lane {
        QString title; // names all of them
        std::vector<Span> spans;
    };
    // Lanes without spans are left out.
    void setLanes(std::vector<Lane> lanes);
    [[nodiscard]] size_t laneCount() const { return m_lanes.size(); }
    [[nodiscard]] QRectF stepRect(size_t step) const;
    [[nodiscard]] QRectF waitRect(size_t step) const; // before it; empty when it did not wait
    [[nodiscard]] QRectF spanRect(size_t lane, size_t span) const;
    // -1 where there is none.
    [[nodiscard]] int stepAt(double x) const;
    void setCurrent(int step); // and brings it into view
    [[nodiscard]] int current() const { return m_current; }

    // All of it, and what is shown, in milliseconds.
    [[nodiscard]] double total() const { return m_total; }
    [[nodiscard]] double from() const { return m_shown ? m_shown->first : 0; }
    [[nodiscard]] double to() const { return m_shown ? m_shown->second : m_total; }
    [[nodiscard]] bool showsAll() const { return !m_shown; }
    void setTimeRange(double from, double to); // as far as there is something
    void showAll();
    void zoomAround(double factor, double milliseconds);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    // By pointer or keyboard.
    void chosen(int step);
    void cleared(); // none is current any more

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void measureTitles();
    [[nodiscard]] int titleWidth() const; // 0 without lanes
    [[nodiscard]] QRectF barRect() const;
    [[nodiscard]] QRectF laneRect(size_t lane) const;
    [[nodiscard]] QRectF placeOf(double begin, double end, const QRectF& bar) const;
    [[nodiscard]] QString textOf(size_t step) const;
    [[nodiscard]] QString spanTextAt(const QPointF& position) const;
    void paintTitle(QPainter& painter, const QString& title, const QRectF& bar) const;
    void paintLane(QPainter& painter, size_t lane) const;
    void paintSteps(QPainter& painter) const;
    void describe();
    void choose(int step);
    void reveal(int step);
    bool keyView(const QKeyEvent& event); // what moves and zooms
    [[nodiscard]] double timeAt(double x) const;
    [[nodiscard]] double beginOf(size_t step) const;

    std::vector<Step> m_steps;
    std::vector<double> m_ends; // milliseconds since the first began to wait
    double m_total = 0;
    std::vector<Lane> m_lanes;
    int m_widestTitle = 0; // asked for with every step that is painted
    std::vector<int> m_groups;
    int m_current = -1;
    std::optional<std::pair<double, double>> m_shown; // milliseconds; nothing: all of it
    struct Press {
        double x = 0, from = 0;
        bool isDragging = false;
    };
    std::optional<Press> m_press;
};

} // namespace weightless::widgets
