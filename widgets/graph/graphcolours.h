// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphmodel.h"
#include "widgets/graph/graphpalette.h"

#include <vector>

namespace weightless::widgets {

// The colours of boxes. For everything but categories a box is as dark as its share of the whole graph is
// large, and a group's is that of all that is in it.
class GraphColours {
public:
    GraphColouring colouring() const { return m_colouring; }
    bool isMeasured() const { return m_colouring != GraphColouring::Category; }

    void setColouring(GraphColouring colouring) { m_colouring = colouring; }
    // Of each node; the values are those of the graph's edges as they are known now. Empty times: none was
    // measured.
    void setAmounts(
        const GraphModel& model, const GraphDescription::Values& values, const std::vector<double>& seconds);

    QColor node(const GraphModel& model, const GraphPalette& palette, int node) const;
    // Not valid where groups have no colour of their own.
    QColor group(const GraphPalette& palette, int group) const;

    // All of the graph, in the words of the colouring; empty where nothing is known.
    QString wholeText() const;
    QString nodeText(int node) const { return amountText(m_nodes, node); }
    QString groupText(int group) const { return amountText(m_groups, group); }
    // Name of a colour group as the legend says it.
    static QString categoryName(const QString& category);
    static QString name(GraphColouring colouring);

private:
    double amountOf(const GraphModel& model, const GraphDescription::Values& values,
        const std::vector<double>& seconds, std::size_t node) const;
    QString amountText(const std::vector<double>& amounts, int index) const;
    QString inWords(double amount) const;

    GraphColouring m_colouring = GraphColouring::Category;
    std::vector<double> m_nodes;
    std::vector<double> m_groups;
    double m_whole = 0;
};

} // namespace weightless::widgets
