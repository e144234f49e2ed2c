// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/nestedlayout.h"

#include <algorithm>
#include <tuple>

namespace weightless::widgets {

namespace {

constexpr double portWidth = 10;
constexpr double detour = 8;

// An edge piece before it has a place: inside `frame`, from a child box (or -1, the upper border) to a child
// box (or -1, the lower border). Edges of one source share their pieces, so the source names the port in a
// border.
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

class NestedLayouter {
public:
    NestedLayouter(const NestedGraph& graph, const std::vector<bool>& isExpanded, LayoutCache& cache,
        const LayoutOptions& options, const std::stop_token& stop)
        : m_graph(graph)
        , m_isExpanded(isExpanded)
        , m_cache(cache)
        , m_options(options)
        , m_stop(stop)
    {
    }

    std::optional<NestedLayout> run()
    {
        makeBoxes();
        findRepresentatives();
        makeEdges();
        cutEdges();
        for (std::size_t i = m_frames.size(); i-- > 0;) {
            if (m_stop.stop_requested() || !layoutFrame(m_frames[i]))
                return std::nullopt;
        }
        placeFrames();
        return std::move(m_out);
    }

private:
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

    bool expanded(int group) const
    {
        return group == 0
            || (static_cast<std::size_t>(group) < m_isExpanded.size()
                && m_isExpanded[static_cast<std::size_t>(group)]);
    }

    NestedBox& box(int index) { return m_out.boxes[static_cast<std::size_t>(index)]; }

    Frame& frameOfBox(int index)
    {
        return m_frames[static_cast<std::size_t>(
            index < 0 ? 0 : m_frameOfBox[static_cast<std::size_t>(index)])];
    }

    void makeBoxes()
    {
        struct Pending {
            int group;
            int box;
        };
        m_out.boxOfGroup.assign(m_graph.tree.groups.size(), -1);
        m_out.boxOfNode.assign(m_graph.tree.groupOfNode.size(), -1);
        std::vector<Pending> pending {{0, -1}};
        while (!pending.empty()) {
            const Pending current = pending.back();
            pending.pop_back();
            Frame frame;
            frame.box = current.box;
            if (current.box >= 0)
                m_frameOfBox[static_cast<std::size_t>(current.box)] = static_cast<int>(m_frames.size());
            const ScopeGroup& group = m_graph.tree.groups[static_cast<std::size_t>(current.group)];
            const int depth = current.box < 0 ? 0 : box(current.box).depth + 1;
            for (int child : group.groups) {
                const int index = addBox(current.box, depth);
                box(index).group = child;
                box(index).isFrame = expanded(child);
                box(index).size = m_graph.groupSizes[static_cast<std::size_t>(child)];
                m_out.boxOfGroup[static_cast<std::size_t>(child)] = index;
                frame.children.push_back(index);
                if (box(index).isFrame)
                    pending.push_back({child, index});
            }
            for (int node : group.nodes) {
                const int index = addBox(current.box, depth);
                box(index).node = node;
                box(index).size = m_graph.nodeSizes[static_cast<std::size_t>(node)];
                m_out.boxOfNode[static_cast<std::size_t>(node)] = index;
                frame.children.push_back(index);
            }
            m_frames.push_back(std::move(frame));
        }
    }

    int addBox(int parent, int depth)
    {
        NestedBox result;
        result.parent = parent;
        result.depth = depth;
        m_out.boxes.push_back(result);
        m_frameOfBox.push_back(-1);
        return static_cast<int>(m_out.boxes.size()) - 1;
    }

    // What is hidden in a collapsed group is seen as that group's box.
    void findRepresentatives()
    {
        for (std::size_t g = 1; g < m_graph.tree.groups.size(); ++g) {
            int& own = m_out.boxOfGroup[g];
            if (own < 0)
                own = m_out.boxOfGroup[static_cast<std::size_t>(m_graph.tree.groups[g].parent)];
        }
        for (std::size_t node = 0; node < m_out.boxOfNode.size(); ++node) {
            int& own = m_out.boxOfNode[node];
            if (own < 0)
                own = m_out.boxOfGroup[static_cast<std::size_t>(m_graph.tree.groupOfNode[node])];
        }
    }

    // One visible edge per pair of boxes.
    void makeEdges()
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
    void cutEdges()
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

    void startSegment(const PieceOfEdge& use)
    {
        NestedSegment segment;
        segment.fromBox = use.piece.from;
        segment.toBox = use.piece.to;
        segment.sourceBox = use.piece.source;
        segment.firstEdge = m_firstInputEdge[static_cast<std::size_t>(use.edge)];
        segment.hasArrow = use.piece.to >= 0 && !box(use.piece.to).isFrame;
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

    static void makeUnique(std::vector<Port>& ports)
    {
        std::sort(
            ports.begin(), ports.end(), [](const Port& a, const Port& b) { return a.source < b.source; });
        ports.erase(std::unique(ports.begin(), ports.end(),
                        [](const Port& a, const Port& b) { return a.source == b.source; }),
            ports.end());
    }

    static std::size_t portIndex(const std::vector<Port>& ports, int source)
    {
        const auto it = std::lower_bound(ports.begin(), ports.end(), source,
            [](const Port& port, int wanted) { return port.source < wanted; });
        return static_cast<std::size_t>(it - ports.begin());
    }

    // Where an edge meets a child, from the child's centre: its port if the child is a frame.
    double offsetAt(int child, int source, bool leaves)
    {
        if (!box(child).isFrame)
            return 0;
        const Frame& frame = frameOfBox(child);
        const auto& ports = leaves ? frame.outPorts : frame.inPorts;
        return ports[portIndex(ports, source)].x - box(child).size.width / 2;
    }

    bool layoutFrame(Frame& frame)
    {
        makeUnique(frame.inPorts);
        makeUnique(frame.outPorts);
        LayoutGraph graph;
        for (std::size_t i = 0; i < frame.children.size(); ++i)
            graph.sizes.push_back(box(frame.children[i]).size);
        const std::size_t firstIn = graph.sizes.size();
        const std::size_t firstOut = firstIn + frame.inPorts.size();
        graph.sizes.resize(firstOut + frame.outPorts.size(), {portWidth, 0});
        if (graph.sizes.size() > firstIn) {
            graph.pins.assign(graph.sizes.size(), RankPin::Last);
            std::fill_n(graph.pins.begin(), firstOut, RankPin::First);
            std::fill_n(graph.pins.begin(), firstIn, RankPin::Free);
        }
        // Children of a frame have consecutive numbers.
        const int firstChild = frame.children.empty() ? 0 : frame.children.front();
        for (std::size_t s = frame.pieceBegin; s < frame.pieceEnd; ++s) {
            const NestedSegment& segment = m_out.segments[s];
            LayoutEdge edge;
            if (segment.fromBox >= 0) {
                edge.from = segment.fromBox - firstChild;
                edge.fromOffset = offsetAt(segment.fromBox, segment.sourceBox, true);
            } else {
                edge.from = static_cast<int>(firstIn + portIndex(frame.inPorts, segment.sourceBox));
            }
            if (segment.toBox >= 0) {
                edge.to = segment.toBox - firstChild;
                edge.toOffset = offsetAt(segment.toBox, segment.sourceBox, false);
            } else {
                edge.to = static_cast<int>(firstOut + portIndex(frame.outPorts, segment.sourceBox));
            }
            graph.edges.push_back(edge);
        }
        frame.result = m_cache.layout(graph, m_options, m_stop);
        if (!frame.result)
            return false;
        measureFrame(frame, firstIn, firstOut);
        return true;
    }

    void measureFrame(Frame& frame, std::size_t firstIn, std::size_t firstOut)
    {
        if (frame.box < 0) {
            m_out.width = frame.result->width;
            m_out.height = frame.result->height;
            return;
        }
        NestedBox& own = box(frame.box);
        const double padding = m_graph.framePadding;
        const double wanted = frame.result->width + 2 * padding;
        own.size.width = std::max(own.size.width, wanted);
        own.size.height = frame.result->height + 2 * padding + m_graph.frameHeader;
        frame.content = {padding + (own.size.width - wanted) / 2, padding + m_graph.frameHeader};
        for (std::size_t i = 0; i < frame.inPorts.size(); ++i)
            frame.inPorts[i].x = frame.content.x + frame.result->positions[firstIn + i].x + portWidth / 2;
        for (std::size_t i = 0; i < frame.outPorts.size(); ++i)
            frame.outPorts[i].x = frame.content.x + frame.result->positions[firstOut + i].x + portWidth / 2;
    }

    // Frames stand before the frames that they contain.
    void placeFrames()
    {
        for (Frame& frame : m_frames) {
            LayoutPoint origin = frame.content;
            if (frame.box >= 0) {
                origin.x += box(frame.box).position.x;
                origin.y += box(frame.box).position.y;
            }
            for (std::size_t i = 0; i < frame.children.size(); ++i) {
                const LayoutPoint& position = frame.result->positions[i];
                box(frame.children[i]).position = {origin.x + position.x, origin.y + position.y};
            }
            for (std::size_t s = frame.pieceBegin; s < frame.pieceEnd; ++s)
                placeSegment(frame, s, origin);
        }
    }

    void placeSegment(const Frame& frame, std::size_t index, const LayoutPoint& origin)
    {
        NestedSegment& segment = m_out.segments[index];
        const std::size_t local = index - frame.pieceBegin;
        const auto route = frame.result->route(local);
        segment.pointBegin = static_cast<std::uint32_t>(m_out.points.size());
        segment.isDirect = frame.result->isDirect[local];
        const LayoutPoint first {origin.x + route.front().x, origin.y + route.front().y};
        const LayoutPoint last {origin.x + route.back().x, origin.y + route.back().y};
        // Ports lie inside the padding; the line goes on to the border.
        if (segment.fromBox < 0)
            m_out.points.push_back({first.x, box(frame.box).position.y});
        else
            leaveFrame(segment.fromBox, first);
        for (const LayoutPoint& point : route)
            m_out.points.push_back({origin.x + point.x, origin.y + point.y});
        if (segment.toBox < 0)
            m_out.points.push_back({last.x, box(frame.box).position.y + box(frame.box).size.height});
        else
            enterFrame(segment.toBox, last);
        segment.pointEnd = static_cast<std::uint32_t>(m_out.points.size());
    }

    // An edge that closes a cycle starts at the upper border of its source, but inside a frame it comes out
    // at the lower one: it goes around the frame.
    void leaveFrame(int index, const LayoutPoint& start)
    {
        const NestedBox& frame = box(index);
        const double top = frame.position.y;
        const double bottom = top + frame.size.height;
        if (!frame.isFrame || start.y > (top + bottom) / 2)
            return;
        const double side = frame.position.x - detour;
        for (const LayoutPoint& point : {LayoutPoint {start.x, bottom},
                 LayoutPoint {start.x, bottom + detour}, LayoutPoint {side, bottom + detour},
                 LayoutPoint {side, top - detour}, LayoutPoint {start.x, top - detour}})
            m_out.points.push_back(point);
    }

    void enterFrame(int index, const LayoutPoint& end)
    {
        const NestedBox& frame = box(index);
        const double top = frame.position.y;
        const double bottom = top + frame.size.height;
        if (!frame.isFrame || end.y < (top + bottom) / 2)
            return;
        const double side = frame.position.x + frame.size.width + detour;
        for (const LayoutPoint& point : {LayoutPoint {end.x, bottom + detour},
                 LayoutPoint {side, bottom + detour}, LayoutPoint {side, top - detour},
                 LayoutPoint {end.x, top - detour}, LayoutPoint {end.x, top}})
            m_out.points.push_back(point);
    }

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

} // namespace

std::optional<NestedLayout> layoutNested(const NestedGraph& graph, const std::vector<bool>& isExpanded,
    LayoutCache& cache, const LayoutOptions& options, const std::stop_token& stop)
{
    return NestedLayouter(graph, isExpanded, cache, options, stop).run();
}

} // namespace weightless::widgets
