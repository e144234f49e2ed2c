// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/layout/nestedlayout.h"

namespace weightless::widgets {

// One call of layoutNested(): boxes, then the visible edges between them, then every frame from the innermost
// out, then places.
class NestedLayouter {
public:
    NestedLayouter(const NestedGraph& graph, const std::vector<bool>& isExpanded, LayoutCache& cache,
        const LayoutOptions& options, const std::stop_token& stop);

    std::optional<NestedLayout> run();

private:
    // An edge piece before it has a place: inside `frame`, from a child box (or -1, the upper border) to a
    // child box (or -1, the lower border). Edges of one source share their pieces, so the source names the
    // port in a border.
    struct Piece {
        int frame;
        int from;
        int to;
        int source;

        auto operator<=>(const Piece&) const = default;
    };

    struct PieceOfEdge {
        Piece piece;
        int edge;
        int step;
    };

    struct Port {
        int source;
        double x;
    };

    // One expanded group (or the root, whose box is -1) and its layout.
    struct Frame {
        int box = -1;
        std::vector<int> children;
        std::size_t pieceBegin = 0;
        std::size_t pieceEnd = 0;
        std::shared_ptr<const LayoutResult> result;
        // Sources of the edges that enter and leave, ascending, and where on the border, from the frame's
        // left.
        std::vector<Port> inPorts;
        std::vector<Port> outPorts;
        LayoutPoint content;
    };

    void makeBoxes();
    int addBox(int parent, int depth);
    void findRepresentatives();
    static int hostOf(const std::vector<int>& hosts, std::size_t node);
    LayoutSize turned(const LayoutSize& size) const;
    void turn();
    bool expanded(int group) const;
    NestedBox& box(int index) { return m_out.boxes[static_cast<std::size_t>(index)]; }
    Frame& frameOfBox(int index);

    void makeEdges();
    void cutEdges();
    void startSegment(const PieceOfEdge& use);

    static void makeUnique(std::vector<Port>& ports);
    // Nothing where the edge ends at the frame itself.
    static std::optional<std::size_t> portIndex(const std::vector<Port>& ports, int source);
    double offsetAt(int child, int source, bool leaves);
    bool layoutFrame(Frame& frame);
    void measureFrame(Frame& frame, std::size_t firstIn, std::size_t firstOut);

    void placeFrames();
    void placeSegment(const Frame& frame, std::size_t index, const LayoutPoint& origin);
    void leaveFrame(int index, const LayoutPoint& start);
    void enterFrame(int index, const LayoutPoint& end);

    const NestedGraph& m_graph;
    const std::vector<bool>& m_isExpanded;
    LayoutCache& m_cache;
    const LayoutOptions& m_options;
    std::stop_token m_stop;
    NestedLayout m_out;
    std::vector<Frame> m_frames;
    std::vector<int> m_frameOfBox;
    std::vector<int> m_firstInputEdge;
    std::vector<int> m_inputEdgeCount;
};

} // namespace weightless::widgets
