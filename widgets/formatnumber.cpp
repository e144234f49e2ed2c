// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/formatnumber.h"

#include <QLocale>

namespace weightless::widgets {

QString formatNumber(double value)
{
    return QLocale().toString(value, 'g', 4);
}

} // namespace weightless::widgets
