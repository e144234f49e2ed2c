// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QString>

namespace weightless::widgets {

// Colours of a graph, light or dark after the palette of the widget.
struct GraphPalette {
    explicit GraphPalette(const QPalette& palette);

    // The band of a node by colour group; unknown groups get a hue of their own, always the same.
    QColor category(const QString& name) const;

    bool isDark = false;
    QColor background;
    QColor nodeFill;
    QColor frameFill;
    QColor frameFillDeeper;
    QColor border;
    QColor text;
    QColor dimText;
    QColor edge;
    QColor selection;
    // Constants that are set.
    QColor filled;
    // Outline of what is hollow.
    QColor hollow;
    QColor match;
};

} // namespace weightless::widgets
