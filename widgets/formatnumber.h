// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace weightless::widgets {

// "0.1235", "1.5e-07": four significant digits, localised.
[[nodiscard]] QString formatNumber(double value);

} // namespace weightless::widgets
