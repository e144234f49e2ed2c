// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace weightless::widgets {

// Multiples of 1024 (KiB, MiB) or of 1000 (kB, MB).
enum class ByteUnits { Binary, Decimal };

// How sizes are written from now on, in the whole program, as QLocale::setDefault() does for numbers: for the
// program's start and its preferences, on the GUI thread. What is painted is painted again; who keeps a text
// follows byteUnitsNotifier(). Any thread may format meanwhile.
void setByteUnits(ByteUnits units);
[[nodiscard]] ByteUnits byteUnits();

class ByteUnitsNotifier : public QObject {
    Q_OBJECT
signals:
    void changed(); // sizes are written in other units now
};
[[nodiscard]] ByteUnitsNotifier& byteUnitsNotifier(); // on the GUI thread

// "1.5 GiB", "320 KiB", "12 B": the units that were set, three significant digits, localised decimal point.
// Negative sizes (differences) keep their sign.
QString formatBytes(qint64 sizeBytes);

// "1.5 GiB (1,610,612,736 bytes)": for tooltips and wherever the exact number is asked for.
QString formatBytesExact(qint64 sizeBytes);

// "12.5 %" of `totalBytes`; "<0.1 %" for a non-zero share that would round to zero; empty when the total is
// not positive.
QString formatShare(qint64 sizeBytes, qint64 totalBytes);

} // namespace weightless::widgets
