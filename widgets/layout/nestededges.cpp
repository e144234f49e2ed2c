// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/nestedlayouter.h"

#include <algorithm>
#include <tuple>

// Which edges are seen, and what the frames between their ends cut them into.
namespace weightless::widgets {

// One visible edge per pair of boxes.
void NestedLayouter::makeEdges()
{
    std::vector<std::tuple<int, int, int>> pairs;
    const auto count = static_cast<int>(m_out.boxOfNode.size());
    for (std::size_t e = 0; e < m_graph.edges.size(); ++e) {
        const auto [from, to] = m_graph.edges[e];
        if (from < 0 || to < 0 || from >= count || to >= count)
            continue;
        const int fromBox = m_out.boxOfNode[static_cast<std::size_t>(from)];
        const int toBox = m_out.boxOfNode[static_cast<std::size_t>(to)];
        if (fromBox != toBox || from == to)
            pairs.emplace_back(fromBox, toBox, static_cast<int>(e));
    }
    std::sort(pairs.begin(), pairs.end());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [from, to, edge] = pairs[i];
        // A self loop inside a collapsed group is not seen.
        if (from == to && box(from).node < 0)
            continue;
        if (m_out.edges.empty() || m_out.edges.back().fromBox != from || m_out.edges.back().toBox != to) {
            m_out.edges.push_back({from, to, 0, 0});
            m_firstInputEdge.push_back(edge);
            m_inputEdgeCount.push_back(0);
        }
        ++m_inputEdgeCount.back();
    }
}

// Cuts every visible edge at the borders of the frames between its ends.
void NestedLayouter::cutEdges()
{
    std::vector<PieceOfEdge> pieces;
    std::vector<int> downwards;
    for (std::size_t e = 0; e < m_out.edges.size(); ++e) {
        const int source = m_out.edges[e].fromBox;
        int from = source;
        int to = m_out.edges[e].toBox;
        int step = 0;
        const auto add = [&](Piece piece) { pieces.push_back({piece, static_cast<int>(e), step++}); };
        downwards.clear();
        while (box(from).parent != box(to).parent) {
            if (box(from).depth >= box(to).depth) {
                add({box(from).parent, from, -1, source});
                from = box(from).parent;
            } else {
                downwards.push_back(to);
                to = box(to).parent;
            }
        }
        add({box(from).parent, from, to, source});
        for (auto it = downwards.rbegin(); it != downwards.rend(); ++it)
            add({box(*it).parent, -1, *it, source});
    }
    std::sort(pieces.begin(), pieces.end(), [](const PieceOfEdge& a, const PieceOfEdge& b) {
        return std::tie(a.piece, a.edge) < std::tie(b.piece, b.edge);
    });
    std::vector<std::tuple<int, int, int>> uses; // edge, step, segment
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i == 0 || pieces[i].piece != pieces[i - 1].piece)
            startSegment(pieces[i]);
        const auto edge = static_cast<std::size_t>(pieces[i].edge);
        m_out.segments.back().edgeCount += m_inputEdgeCount[edge];
        uses.emplace_back(pieces[i].edge, pieces[i].step, static_cast<int>(m_out.segments.size()) - 1);
    }
    std::sort(uses.begin(), uses.end());
    for (const auto& [edge, step, segment] : uses) {
        NestedEdge& visible = m_out.edges[static_cast<std::size_t>(edge)];
        if (step == 0)
            visible.segmentBegin = static_cast<std::uint32_t>(m_out.segmentIndices.size());
        m_out.segmentIndices.push_back(segment);
        visible.segmentEnd = static_cast<std::uint32_t>(m_out.segmentIndices.size());
    }
}

void NestedLayouter::startSegment(const PieceOfEdge& use)
{
    NestedSegment segment;
    segment.fromBox = use.piece.from;
    segment.toBox = use.piece.to;
    segment.sourceBox = use.piece.source;
    segment.firstEdge = m_firstInputEdge[static_cast<std::size_t>(use.edge)];
    segment.hasArrow =
        use.piece.to >= 0 && m_out.edges[static_cast<std::size_t>(use.edge)].toBox == use.piece.to;
    Frame& frame = frameOfBox(use.piece.frame);
    if (frame.pieceEnd == frame.pieceBegin)
        frame.pieceBegin = m_out.segments.size();
    m_out.segments.push_back(segment);
    frame.pieceEnd = m_out.segments.size();
    auto& ports = use.piece.from < 0 ? frame.inPorts : frame.outPorts;
    const bool usesPort = use.piece.from < 0 || use.piece.to < 0;
    if (usesPort)
        ports.push_back({use.piece.source, 0});
}

} // namespace weightless::widgets
