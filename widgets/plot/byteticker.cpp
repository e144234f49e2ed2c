// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/byteticker.h"

#include "widgets/formatbytes.h"

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

double ByteTicker::getTickStep(const QCPRange& range)
{
    const double wanted = std::max(range.size() / std::max(tickCount(), 1), 1.0);
    return std::exp2(std::ceil(std::log2(wanted) - 0.4));
}

int ByteTicker::getSubTickCount(double)
{
    return 1;
}

QString ByteTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return formatBytes(static_cast<qint64>(std::llround(std::clamp(tick, -9e18, 9e18))));
}

} // namespace weightless::widgets
