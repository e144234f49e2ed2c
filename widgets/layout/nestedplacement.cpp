// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/nestedlayouter.h"

// From places inside frames to places in the whole layout.
namespace weightless::widgets {

namespace {

constexpr double detour = 8;

} // namespace

// Frames stand before the frames that they contain.
void NestedLayouter::placeFrames()
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

void NestedLayouter::placeSegment(const Frame& frame, std::size_t index, const LayoutPoint& origin)
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
void NestedLayouter::leaveFrame(int index, const LayoutPoint& start)
{
    const NestedBox& frame = box(index);
    const double top = frame.position.y;
    const double bottom = top + frame.size.height;
    if (!frame.isFrame || start.y > (top + bottom) / 2)
        return;
    const double side = frame.position.x - detour;
    for (const LayoutPoint& point : {LayoutPoint {start.x, bottom}, LayoutPoint {start.x, bottom + detour},
             LayoutPoint {side, bottom + detour}, LayoutPoint {side, top - detour},
             LayoutPoint {start.x, top - detour}})
        m_out.points.push_back(point);
}

void NestedLayouter::enterFrame(int index, const LayoutPoint& end)
{
    const NestedBox& frame = box(index);
    const double top = frame.position.y;
    const double bottom = top + frame.size.height;
    if (!frame.isFrame || end.y < (top + bottom) / 2)
        return;
    const double side = frame.position.x + frame.size.width + detour;
    for (const LayoutPoint& point :
        {LayoutPoint {end.x, bottom + detour}, LayoutPoint {side, bottom + detour},
            LayoutPoint {side, top - detour}, LayoutPoint {end.x, top - detour}, LayoutPoint {end.x, top}})
        m_out.points.push_back(point);
}

} // namespace weightless::widgets
