// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QVariantAnimation>

#include <utility>
#include <vector>

// Small parts of what a GraphView remembers.
namespace weightless::widgets {

// Edges that are emphasised on the way to the selection or from it.
enum class GraphPath { None, FromInputs, ToOutputs };

// What waits for the next layout.
struct GraphRequests {
    // It is shown from the beginning.
    bool isFresh = false;
    // Came before there was a model.
    std::vector<std::pair<QString, bool>> expansion;
    int node = -1;
    int constant = -1;
    bool expandsEverything = false;
    bool centresSelection = false;
    // It was gone to where nobody saw it, in a view whose size may not be the one that it is shown in.
    bool showsSelectionAgain = false;
    // A group whose corner stays at a place of the viewport.
    int anchorGroup = -1;
    QPointF anchorPosition;
};

struct GraphPointer {
    enum class Drag { None, Pressed, Panning, Minimap };

    Drag drag = Drag::None;
    QPointF pressed;
    QPointF last;
    // The segment of an edge under it, or -1.
    int segment = -1;
};

// From one layout to the next: what was shown fades, while the outline of the group that changes grows or
// shrinks to its new size.
struct GraphMotion {
    QVariantAnimation animation;
    QPixmap before;
    QRectF from;
    QRectF to;
};

} // namespace weightless::widgets
