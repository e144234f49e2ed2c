// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace weightless::widgets {

// "1.25 s", "8 ms", "320 µs": localised, with as many digits as a difference of `resolution` seconds needs.
[[nodiscard]] QString formatSeconds(double seconds, double resolution);

// "67.11 s", "123.4 ms", "0 µs": to about a thousandth of itself, and no finer than a nanosecond.
[[nodiscard]] QString formatDuration(double seconds);

// "9 s", "70 ms", "1.3 s": of what is guessed, to no more than one or two digits.
[[nodiscard]] QString formatGuess(double seconds);

// Decimals that a difference of `resolution` needs, at most 6.
[[nodiscard]] int decimalsOf(double resolution);

} // namespace weightless::widgets
