// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QPen>
#include <QString>

namespace weightless::widgets {

// Colours of a graph, light or dark after the palette of the widget.
struct GraphPalette {
    explicit GraphPalette(const QPalette& palette, bool forColourBlind = false);

    // The band of a node by colour group; unknown groups get a hue of their own, always the same.
    QColor category(const QString& name) const;
    // From nothing (0) to everything (1): lightness tells it, so that no hue has to.
    QColor heat(double share) const;
    // Groups that are built alike, by number.
    QColor structure(int number) const;
    // The outline of a match that is one less than others: dots, so that no colour has to tell.
    QPen lesserMatchPen(double width) const;
    // What can be read on a colour.
    static QColor textOn(const QColor& back);

    bool isDark = false;
    bool isForColourBlind = false;
    QColor background;
    QColor nodeFill;
    QColor frameFill;
    QColor frameFillDeeper;
    QColor frameHeader;
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
    // Edges on the way from the inputs, or to the outputs.
    QColor path;
};

} // namespace weightless::widgets
