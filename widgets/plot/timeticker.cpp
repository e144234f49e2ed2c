// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/timeticker.h"

#include "widgets/formatduration.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace weightless::widgets {

namespace {

struct TickerTexts {
    Q_DECLARE_TR_FUNCTIONS(weightless::widgets::TimeTicker)
};

} // namespace

double TimeTicker::getTickStep(const QCPRange& range)
{
    // 1, 2 or 5 of a power of ten, so that texts are exact; never more ticks than there is room for.
    const double least = std::max(range.size() / std::max(tickCount(), 1), 1e-12);
    const double power = std::pow(10, std::floor(std::log10(least)));
    m_step = 10 * power;
    for (const int factor : {5, 2, 1}) {
        if (factor * power >= least * (1 - 1e-9))
            m_step = factor * power;
    }
    return m_step;
}

void TimeTicker::fit(const QCPRange& range, int width, const QFontMetrics& metrics)
{
    constexpr int most = 20;
    for (int count = most; count >= 1; --count) {
        setTickCount(count);
        const double step = getTickStep(range);
        // The last one is the longest, but for decimals that zero has too.
        const double last = std::floor(range.upper / step) * step;
        const QString text = QStringLiteral("    ") + getTickLabel(last, QLocale(), u'f', 0);
        if (range.size() / step * metrics.horizontalAdvance(text) <= width)
            return;
    }
}

int TimeTicker::count(const QCPRange& range) const
{
    return static_cast<int>(std::floor(range.upper / m_step) - std::ceil(range.lower / m_step)) + 1;
}

QString TimeTicker::getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision)
{
    Q_UNUSED(formatChar)
    Q_UNUSED(precision)
    if (m_isPercent)
        return TickerTexts::tr("%1 %").arg(locale.toString(tick, 'f', decimalsOf(m_step)));
    // One unit for the whole axis.
    const double shown = std::abs(tick) < m_step / 2 ? 0 : tick;
    if (m_step < 2e-4)
        return TickerTexts::tr("%1 µs").arg(locale.toString(shown * 1e6, 'f', decimalsOf(m_step * 1e6)));
    if (m_step < 0.2)
        return TickerTexts::tr("%1 ms").arg(locale.toString(shown * 1e3, 'f', decimalsOf(m_step * 1e3)));
    return TickerTexts::tr("%1 s").arg(locale.toString(shown, 'f', decimalsOf(m_step)));
}

} // namespace weightless::widgets
