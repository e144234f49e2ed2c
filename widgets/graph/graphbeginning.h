// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphscene.h"

namespace weightless::widgets {

// Where a view in the size of text begins: along the flow with its first boxes, across it where the most of
// them are seen. A graph that is wider than the view has side branches to both sides of what comes first.
class GraphBeginning {
public:
    GraphBeginning(
        const GraphScene& scene, const GraphDescription& description, const QSizeF& room, double margin);

    // The scene's point in the view's upper left corner. `covered` is a part of the view where nothing is
    // seen.
    [[nodiscard]] QPointF offset(const QRectF& covered) const;

private:
    struct Box {
        QRectF rect; // along the flow is y
        double worth; // of being seen
    };

    [[nodiscard]] QRectF turned(const QRectF& rect) const;
    [[nodiscard]] double acrossFlow(const QRectF& hidden) const;
    [[nodiscard]] double worthFrom(double left, const QRectF& covered) const;
    [[nodiscard]] double middleOfSeen(double left) const;

    bool m_isHorizontal;
    QRectF m_bounds;
    QSizeF m_room;
    double m_margin;
    double m_firstCentre = 0; // of the first box, across
    std::vector<Box> m_boxes; // that are in view along the flow
};

} // namespace weightless::widgets
