// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless::widgets {

// What of a graph is laid out, and how: another choice is another layout.
struct GraphOptions {
    // Constant nodes in the boxes of their users, shape arithmetic in one small box.
    bool foldsPlumbing = true;
    // Rows in the boxes of nodes.
    bool showsNames = true;
    bool showsAttributes = false;
    bool showsWeights = true;
    // From left to right instead of from top to bottom.
    bool isHorizontal = false;

    bool operator==(const GraphOptions&) const = default;
};

// What the colour of a box tells.
enum class GraphColouring { Category, Bytes, Parameters, Activations, Time };

// How a graph is shown.
struct GraphDisplay {
    GraphOptions options = {};
    GraphColouring colouring = GraphColouring::Category;
    bool isForColourBlind = false;
    bool showsMinimap = true;
    bool showsLegend = true;
    // Groups open and close in motion, unless the system asks for less of it.
    bool animates = true;

    bool operator==(const GraphDisplay&) const = default;
};

} // namespace weightless::widgets
