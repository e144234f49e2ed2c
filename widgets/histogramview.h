// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace weightless::widgets {

// How often values lie in each of equal parts of a range: bars over the range's ends. What is counted at all
// can be seen; pointing at a bar tells its numbers.
class HistogramView : public QWidget {
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent = nullptr);

    void setCounts(std::vector<quint64> counts, double lowest, double highest);
    void clear() { setCounts({}, 0, 0); }
    [[nodiscard]] const std::vector<quint64>& counts() const { return m_counts; }
    // Where a bar is drawn.
    [[nodiscard]] QRectF barRect(size_t bar) const;
    // "0.1 to 0.2: 1,234 values".
    [[nodiscard]] QString textOf(size_t bar) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF chartRect() const;

    std::vector<quint64> m_counts;
    double m_lowest = 0;
    double m_highest = 0;
    quint64 m_most = 0;
};

} // namespace weightless::widgets
