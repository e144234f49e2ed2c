// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace weightless::widgets {

// Between two opaque colours: `a` where `shareOfB` is 0, `b` where it is 1.
[[nodiscard]] QColor mixedColour(const QColor& a, const QColor& b, double shareOfB);

} // namespace weightless::widgets
