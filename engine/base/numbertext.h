// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weightless {

// So many significant digits, with an exponent where that is shorter: "0.0123", "1.82e-07". '.' whatever the
// locale.
[[nodiscard]] std::string formatDigits(double value, int digits);

// The shortest text that reads back as the same number.
[[nodiscard]] std::string formatNumber(double value);

// "constant" or "constants".
[[nodiscard]] std::string plural(size_t count, std::string_view singular);

} // namespace weightless
