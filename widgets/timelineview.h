// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace weightless::widgets {

// What ran one after the other, each as wide as it took. Neighbours of one group have one colour; the widest
// carry their names; pointing at one tells all of it. Left and right go from one to the next.
class TimelineView : public QWidget {
    Q_OBJECT

public:
    struct Step {
        QString name;
        QString group; // decides the colour
        double milliseconds = 0;
    };

    explicit TimelineView(QWidget* parent = nullptr);

    void setSteps(std::vector<Step> steps);
    [[nodiscard]] const std::vector<Step>& steps() const { return m_steps; }
    [[nodiscard]] QRectF stepRect(size_t step) const;
    // -1 where there is none.
    [[nodiscard]] int stepAt(double x) const;
    void setCurrent(int step);
    [[nodiscard]] int current() const { return m_current; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    // By pointer or keyboard.
    void chosen(int step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF barRect() const;
    [[nodiscard]] QString textOf(size_t step) const;
    void choose(int step);

    std::vector<Step> m_steps;
    std::vector<double> m_ends; // milliseconds since the first began
    std::vector<int> m_groups;
    int m_current = -1;
};

} // namespace weightless::widgets
