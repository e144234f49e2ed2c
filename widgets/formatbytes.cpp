// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/formatbytes.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace weightless::widgets {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(weightless::widgets::formatBytes)
};

QString unitName(std::size_t unit)
{
    switch (unit) {
    case 0:
        return Texts::tr("B");
    case 1:
        return Texts::tr("KiB");
    case 2:
        return Texts::tr("MiB");
    case 3:
        return Texts::tr("GiB");
    case 4:
        return Texts::tr("TiB");
    case 5:
        return Texts::tr("PiB");
    default:
        return Texts::tr("EiB");
    }
}

} // namespace

QString formatBytes(qint64 sizeBytes)
{
    double value = static_cast<double>(sizeBytes);
    std::size_t unit = 0;
    // 1023.6 KiB would be written as 1024 KiB: what rounds up to a unit is written in that unit.
    while (std::abs(value) >= 1023.5 && unit < 6) {
        value /= 1024;
        ++unit;
    }
    const double size = std::abs(value);
    const int decimals = unit == 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    QString number = locale.toString(value, 'f', decimals);
    // 1.50 GiB is 1.5 GiB.
    if (decimals > 0) {
        const QString point = locale.decimalPoint();
        const QString zero = locale.zeroDigit();
        while (number.endsWith(zero))
            number.chop(zero.size());
        if (number.endsWith(point))
            number.chop(point.size());
    }
    return number + u' ' + unitName(unit);
}

QString formatBytesExact(qint64 sizeBytes)
{
    const QString exact = Texts::tr("%1 bytes").arg(QLocale().toString(sizeBytes));
    return std::abs(static_cast<double>(sizeBytes)) < 1024
        ? exact
        : formatBytes(sizeBytes) + QStringLiteral(" (") + exact + u')';
}

QString formatShare(qint64 sizeBytes, qint64 totalBytes)
{
    if (totalBytes <= 0)
        return {};
    const double share = 100 * static_cast<double>(sizeBytes) / static_cast<double>(totalBytes);
    const QLocale locale;
    if (share > 0 && share < 0.05)
        return Texts::tr("<%1 %").arg(locale.toString(0.1, 'f', 1));
    return Texts::tr("%1 %").arg(locale.toString(share, 'f', 1));
}

} // namespace weightless::widgets
