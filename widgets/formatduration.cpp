// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/formatduration.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace weightless::widgets {

namespace {

struct DurationTexts {
    Q_DECLARE_TR_FUNCTIONS(weightless::widgets::formatDuration)
};

} // namespace

int decimalsOf(double resolution)
{
    return std::clamp(static_cast<int>(std::ceil(-std::log10(std::max(resolution, 1e-9)) - 1e-6)), 0, 6);
}

QString formatSeconds(double seconds, double resolution)
{
    const QLocale locale;
    const double size = std::max(std::abs(seconds), resolution);
    if (size < 1e-3)
        return DurationTexts::tr("%1 µs").arg(
            locale.toString(seconds * 1e6, 'f', decimalsOf(resolution * 1e6)));
    if (size < 1)
        return DurationTexts::tr("%1 ms").arg(
            locale.toString(seconds * 1e3, 'f', decimalsOf(resolution * 1e3)));
    return DurationTexts::tr("%1 s").arg(locale.toString(seconds, 'f', decimalsOf(resolution)));
}

QString formatDuration(double seconds)
{
    const double size = std::abs(seconds);
    return size < 1e-9 ? formatSeconds(0, 1e-6)
                       : formatSeconds(seconds, std::pow(10, std::floor(std::log10(size)) - 3));
}

QString formatGuess(double seconds)
{
    const double size = std::abs(seconds);
    if (size < 1e-9)
        return formatSeconds(0, 1e-6);
    const double leading = std::pow(10, std::floor(std::log10(size)));
    const double resolution = size < 2 * leading ? leading / 10 : leading;
    return formatSeconds(std::round(seconds / resolution) * resolution, resolution);
}

} // namespace weightless::widgets
