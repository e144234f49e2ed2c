// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphbeginning.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace weightless::widgets {

namespace {

constexpr double worthOfNode = 2;
constexpr double worthOfShapes = 0.5; // nobody looks for them
constexpr double worthOfFirst = 1; // beside its own
constexpr std::size_t mostCompared = 1000; // places are compared with boxes, each with all

} // namespace

GraphBeginning::GraphBeginning(
    const GraphScene& scene, const GraphDescription& description, const QSizeF& room, double margin)
    : m_isHorizontal(scene.layout().isHorizontal)
    , m_bounds(turned(scene.bounds()))
    , m_room(m_isHorizontal ? room.transposed() : room)
    , m_margin(margin)
{
    // The first input; of a graph without inputs what stands in its first row.
    std::tuple<double, bool, double> first;
    std::size_t firstBox = 0;
    for (int index = 0; index < scene.boxCount(); ++index) {
        const NestedBox& box = scene.box(index);
        const QRectF rect = turned(scene.boxRect(index));
        if (box.parent >= 0 || rect.top() > m_bounds.top() + m_room.height() - 2 * margin)
            continue;
        const bool isInput = box.node >= 0
            && description.nodes[static_cast<std::size_t>(box.node)].kind == GraphNodeKind::Input;
        const bool isShapes = box.group >= 0
            && scene.model().tree().groups[static_cast<std::size_t>(box.group)].kind == ScopeKind::Shapes;
        const std::tuple rank(rect.top(), !isInput, rect.left());
        if (m_boxes.empty() || rank < first) {
            first = rank;
            firstBox = m_boxes.size();
            m_firstCentre = rect.center().x();
        }
        m_boxes.push_back({rect, isShapes ? worthOfShapes : worthOfNode});
    }
    if (!m_boxes.empty())
        m_boxes[firstBox].worth += worthOfFirst;
}

QRectF GraphBeginning::turned(const QRectF& rect) const
{
    return m_isHorizontal ? QRectF(rect.y(), rect.x(), rect.height(), rect.width()) : rect;
}

double GraphBeginning::worthFrom(double left, const QRectF& covered) const
{
    const QPointF corner(left, m_bounds.top() - m_margin);
    double worth = 0;
    for (const Box& box : m_boxes) {
        const QRectF seen = box.rect.translated(-corner);
        if (seen.left() >= 0 && seen.right() <= m_room.width() && !seen.intersects(covered))
            worth += box.worth;
    }
    return worth;
}

double GraphBeginning::middleOfSeen(double left) const
{
    double low = left + m_room.width(), high = left;
    for (const Box& box : m_boxes) {
        if (box.rect.left() < left || box.rect.right() > left + m_room.width())
            continue;
        low = std::min(low, box.rect.left());
        high = std::max(high, box.rect.right());
    }
    return low < high ? (low + high) / 2 : left + m_room.width() / 2;
}

QPointF GraphBeginning::offset(const QRectF& covered) const
{
    const double along = m_bounds.top() - m_margin;
    const double across = acrossFlow(turned(covered));
    return m_isHorizontal ? QPointF(along, across) : QPointF(across, along);
}

double GraphBeginning::acrossFlow(const QRectF& hidden) const
{
    const double width = m_room.width();
    double best = m_bounds.center().x() - width / 2;
    if (m_bounds.width() > width && !m_boxes.empty()) {
        best = m_firstCentre - width / 2;
        if (m_boxes.size() > mostCompared)
            return best;
        double most = worthFrom(best, hidden);
        const auto consider = [&](double left) {
            const double worth = worthFrom(left, hidden);
            const auto distance = [&](double from) { return std::abs(from + width / 2 - m_firstCentre); };
            if (worth > most || (worth == most && distance(left) < distance(best))) {
                most = worth;
                best = left;
            }
        };
        for (const Box& box : m_boxes) {
            consider(box.rect.left() - m_margin);
            consider(box.rect.right() + m_margin - width);
        }
        // What is seen is in the middle, as far as nothing of it is lost.
        if (const double middle = middleOfSeen(best) - width / 2; worthFrom(middle, hidden) >= most)
            best = middle;
    }
    return best;
}

} // namespace weightless::widgets
