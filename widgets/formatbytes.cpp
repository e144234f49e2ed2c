// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/formatbytes.h"

#include <QApplication>
#include <QLocale>
#include <QWidget>

#include <atomic>
#include <cmath>

namespace weightless::widgets {

namespace {

struct ByteTexts {
    Q_DECLARE_TR_FUNCTIONS(weightless::widgets::formatBytes)
};

std::atomic<ByteUnits>& chosenUnits()
{
    static std::atomic<ByteUnits> units {ByteUnits::Binary};
    return units;
}

QString unitName(ByteUnits units, std::size_t unit)
{
    const bool isBinary = units == ByteUnits::Binary;
    switch (unit) {
    case 0:
        return ByteTexts::tr("B");
    case 1:
        return isBinary ? ByteTexts::tr("KiB") : ByteTexts::tr("kB");
    case 2:
        return isBinary ? ByteTexts::tr("MiB") : ByteTexts::tr("MB");
    case 3:
        return isBinary ? ByteTexts::tr("GiB") : ByteTexts::tr("GB");
    case 4:
        return isBinary ? ByteTexts::tr("TiB") : ByteTexts::tr("TB");
    case 5:
        return isBinary ? ByteTexts::tr("PiB") : ByteTexts::tr("PB");
    default:
        return isBinary ? ByteTexts::tr("EiB") : ByteTexts::tr("EB");
    }
}

} // namespace

void setByteUnits(ByteUnits units)
{
    if (chosenUnits().exchange(units) == units)
        return;
    emit byteUnitsNotifier().changed();
    if (qobject_cast<QApplication*>(QCoreApplication::instance()) == nullptr)
        return; // nothing is painted
    for (QWidget* widget : QApplication::allWidgets())
        widget->update();
}

ByteUnitsNotifier& byteUnitsNotifier()
{
    static ByteUnitsNotifier notifier;
    return notifier;
}

ByteUnits byteUnits()
{
    return chosenUnits();
}

QString formatBytes(qint64 sizeBytes)
{
    double value = static_cast<double>(sizeBytes);
    std::size_t unit = 0;
    const ByteUnits units = byteUnits();
    const double step = units == ByteUnits::Binary ? 1024 : 1000;
    // 1023.6 KiB would be written as 1024 KiB: what rounds up to a unit is written in that unit.
    while (std::abs(value) >= step - 0.5 && unit < 6) {
        value /= step;
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
    return number + u' ' + unitName(units, unit);
}

QString formatBytesExact(qint64 sizeBytes)
{
    const QString exact = ByteTexts::tr("%1 bytes").arg(QLocale().toString(sizeBytes));
    return std::abs(static_cast<double>(sizeBytes)) < (byteUnits() == ByteUnits::Binary ? 1024 : 1000)
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
        return ByteTexts::tr("<%1 %").arg(locale.toString(0.1, 'f', 1));
    return ByteTexts::tr("%1 %").arg(locale.toString(share, 'f', 1));
}

} // namespace weightless::widgets
