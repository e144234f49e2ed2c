// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCustomPlot;
class QPalette;

namespace weightless::widgets {

// Axes and grid in a palette's colours: nothing but the lines that values are read from.
void stylePlot(QCustomPlot& plot, const QPalette& palette);

} // namespace weightless::widgets
