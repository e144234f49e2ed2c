// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace weightless::widgets {

// Ticks of time: "2 ms" where the range is short, "1.5 s" where it is not; or of percent.
class TimeTicker : public QCPAxisTicker {
public:
    void setPercent(bool isPercent) { m_isPercent = isPercent; }
    // As many ticks of a range as their texts have room for.
    void fit(const QCPRange& range, int width, const QFontMetrics& metrics);
    // Those that it has then.
    [[nodiscard]] int count(const QCPRange& range) const;

protected:
    double getTickStep(const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;

private:
    bool m_isPercent = false;
    double m_step = 1;
};

} // namespace weightless::widgets
