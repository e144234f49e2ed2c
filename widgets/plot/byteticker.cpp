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
    if (byteUnits() == ByteUnits::Decimal) {
        const double power = std::pow(10, std::floor(std::log10(wanted)));
        const double digit = wanted / power;
        return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
    }
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
