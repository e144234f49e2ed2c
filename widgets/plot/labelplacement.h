// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace weightless::widgets {

// Centres for labels of one height, each as near to the one that it wants as the others allow (the sum of the
// squares of what they are moved is the least), all between `top` and `bottom`. Those that want the same keep
// their order. Where there is no room for all they are spread evenly, and overlap.
[[nodiscard]] std::vector<double> placeLabels(
    const std::vector<double>& wanted, double height, double top, double bottom);

} // namespace weightless::widgets
