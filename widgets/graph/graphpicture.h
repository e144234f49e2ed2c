// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphcolours.h"
#include "widgets/graph/graphpalette.h"
#include "widgets/graph/graphscene.h"
#include "widgets/graph/graphstates.h"

#include <QString>

#include <memory>
#include <vector>

class QPainter;

namespace weightless::widgets {

// A graph as it was shown at one moment, to be written to a file: nothing of it changes, so that any thread
// can do what takes as long as the graph is large.
class GraphPicture {
public:
    GraphPicture(std::shared_ptr<const GraphScene> scene, GraphStates states, GraphPalette palette,
        GraphColours colours, std::shared_ptr<const GraphDescription::Values> values, QString title);

    // The whole graph as it is expanded, not only the part in view, as PNG or PDF (one page) for a name that
    // ends so and as SVG otherwise. A PNG is scaled down where it would exceed what a reader can be expected
    // to open (30,000 px a side). The file appears whole or not at all. Empty when it is written; otherwise
    // the reason.
    [[nodiscard]] QString write(const QString& filePath) const;

private:
    [[nodiscard]] QString writeSvg(const QString& filePath) const;
    [[nodiscard]] QString writePng(const QString& filePath) const;
    [[nodiscard]] QString writePdf(const QString& filePath) const;
    [[nodiscard]] QRectF bounds() const;
    void paint(QPainter& painter, const QRectF& area, double scale) const;

    std::shared_ptr<const GraphScene> m_scene;
    GraphStates m_states;
    GraphPalette m_palette;
    GraphColours m_colours;
    std::shared_ptr<const GraphDescription::Values> m_values;
    QString m_title;
};

} // namespace weightless::widgets
