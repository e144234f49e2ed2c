// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/nestedlayouter.h"

#include <algorithm>

// The layout of one frame: its children, and ports where edges cross its border.
namespace weightless::widgets {

namespace {

constexpr double portWidth = 10;

} // namespace

void NestedLayouter::makeUnique(std::vector<Port>& ports)
{
    std::sort(ports.begin(), ports.end(), [](const Port& a, const Port& b) { return a.source < b.source; });
    ports.erase(std::unique(ports.begin(), ports.end(),
                    [](const Port& a, const Port& b) { return a.source == b.source; }),
        ports.end());
}

std::optional<std::size_t> NestedLayouter::portIndex(const std::vector<Port>& ports, int source)
{
    const auto it = std::lower_bound(ports.begin(), ports.end(), source,
        [](const Port& port, int wanted) { return port.source < wanted; });
    if (it == ports.end() || it->source != source)
        return std::nullopt;
    return static_cast<std::size_t>(it - ports.begin());
}

// Where an edge meets a child, from the child's centre: its port if the child is a frame.
double NestedLayouter::offsetAt(int child, int source, bool leaves)
{
    if (!box(child).isFrame)
        return 0;
    const Frame& frame = frameOfBox(child);
    const auto& ports = leaves ? frame.outPorts : frame.inPorts;
    const std::optional<std::size_t> port = portIndex(ports, source);
    return port ? ports[*port].x - box(child).size.width / 2 : 0;
}

bool NestedLayouter::layoutFrame(Frame& frame)
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
            edge.from = static_cast<int>(firstIn + *portIndex(frame.inPorts, segment.sourceBox));
        }
        if (segment.toBox >= 0) {
            edge.to = segment.toBox - firstChild;
            edge.toOffset = offsetAt(segment.toBox, segment.sourceBox, false);
        } else {
            edge.to = static_cast<int>(firstOut + *portIndex(frame.outPorts, segment.sourceBox));
        }
        graph.edges.push_back(edge);
    }
    frame.result = m_cache.layout(graph, m_options, m_stop);
    if (!frame.result)
        return false;
    measureFrame(frame, firstIn, firstOut);
    return true;
}

void NestedLayouter::measureFrame(Frame& frame, std::size_t firstIn, std::size_t firstOut)
{
    if (frame.box < 0) {
        m_out.width = frame.result->width;
        m_out.height = frame.result->height;
        return;
    }
    NestedBox& own = box(frame.box);
    const double padding = m_graph.framePadding;
    const double wanted = frame.result->width + 2 * padding;
    // The header lies above the content, or beside the way that edges take through a horizontal frame.
    const bool isHorizontal = m_graph.isHorizontal;
    const double aside = isHorizontal ? m_graph.frameHeader : 0;
    const double ahead = isHorizontal ? 0 : m_graph.frameHeader;
    const LayoutSize least = own.size;
    own.size.width = std::max(isHorizontal ? 0 : least.width, wanted + aside);
    own.size.height = std::max(isHorizontal ? least.height : 0, frame.result->height + 2 * padding + ahead);
    frame.content = {padding + aside + (own.size.width - wanted - aside) / 2, padding + ahead};
    for (std::size_t i = 0; i < frame.inPorts.size(); ++i)
        frame.inPorts[i].x = frame.content.x + frame.result->positions[firstIn + i].x + portWidth / 2;
    for (std::size_t i = 0; i < frame.outPorts.size(); ++i)
        frame.outPorts[i].x = frame.content.x + frame.result->positions[firstOut + i].x + portWidth / 2;
}

} // namespace weightless::widgets
