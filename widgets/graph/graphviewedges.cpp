// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Edges of a GraphView: what is pointed at, where it leads, and the paths of the selection.
#include "widgets/graph/graphviewprivate.h"

#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QMenu>

#include <algorithm>

namespace weightless::widgets {

namespace {

constexpr double reachPixels = 6;
constexpr std::size_t mostEntries = 20; // of a menu
constexpr std::size_t mostMarked = 64; // edges that share a line

void addSegments(const NestedLayout& layout, int edge, std::vector<int>& segments)
{
    const NestedEdge& nested = layout.edges[static_cast<std::size_t>(edge)];
    for (std::uint32_t i = nested.segmentBegin; i < nested.segmentEnd; ++i)
        segments.push_back(layout.segmentIndices[i]);
}

void makeSet(std::vector<int>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

} // namespace

int GraphView::Private::segmentAt(const QPointF& position) const
{
    if (!scene || zoom < GraphPainter::shapeZoom || isCovered(position))
        return -1;
    const QPointF point = toScene(position);
    const int box = scene->boxAt(point);
    if (box >= 0 && !scene->box(box).isFrame)
        return -1;
    return scene->segmentAt(point, reachPixels / zoom);
}

void GraphView::Private::pointAt(const QPointF& position)
{
    const int segment = segmentAt(position);
    if (segment == pointer.segment)
        return;
    pointer.segment = segment;
    marks.edge.clear();
    if (segment >= 0) {
        const auto edges = scene->edgesOfSegment(segment);
        for (const int edge : edges.first(std::min(edges.size(), mostMarked)))
            addSegments(scene->layout(), edge, marks.edge);
        makeSet(marks.edge);
    }
    if (segment >= 0)
        q->viewport()->setCursor(Qt::PointingHandCursor);
    else
        q->viewport()->unsetCursor();
    q->viewport()->update();
}

// One value: name, shape and type, bytes.
QString GraphView::Private::valueText(int edge) const
{
    const auto& entry = description->edges[static_cast<std::size_t>(edge)];
    if (entry.value < 0)
        return entry.label;
    const GraphDescription::Value& value = (*values())[static_cast<std::size_t>(entry.value)];
    QStringList parts {value.name, QString(value.type + QStringLiteral(" ") + value.shape).trimmed()};
    if (value.sizeBytes >= 0)
        parts.append(formatBytes(value.sizeBytes));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

QString GraphView::Private::nodeText(int wanted) const
{
    const auto& entry = description->nodes[static_cast<std::size_t>(wanted)];
    if (entry.kind != GraphNodeKind::Operator)
        return entry.name;
    return entry.name.isEmpty() ? entry.opType : entry.opType + QStringLiteral("  ") + entry.name;
}

// Edges of the description that carry the same value from the same node.
std::vector<int> GraphView::Private::edgesWith(int edge) const
{
    const auto& entry = description->edges[static_cast<std::size_t>(edge)];
    std::vector<int> same;
    for (const int other : model()->outgoing(entry.from)) {
        if (description->edges[static_cast<std::size_t>(other)].value == entry.value)
            same.push_back(other);
    }
    return same;
}

QString GraphView::Private::edgeText(int segment) const
{
    const NestedSegment& nested = scene->layout().segments[static_cast<std::size_t>(segment)];
    const auto& entry = description->edges[static_cast<std::size_t>(nested.firstEdge)];
    const std::vector<int> same = edgesWith(nested.firstEdge);
    QStringList lines {valueText(nested.firstEdge), GraphView::tr("from %1").arg(nodeText(entry.from))};
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < std::min(same.size(), most); ++i)
        lines.append(
            GraphView::tr("to %1").arg(nodeText(description->edges[static_cast<std::size_t>(same[i])].to)));
    if (same.size() > most)
        lines.append(GraphView::tr("… and %n more", nullptr, static_cast<int>(same.size() - most)));
    lines.removeAll(QString());
    // Names come from files: a line of a tool tip is not broken, however wide it is.
    constexpr int mostLetters = 120;
    const QFontMetrics metrics = q->fontMetrics();
    for (QString& line : lines)
        line = metrics.elidedText(line, Qt::ElideMiddle, mostLetters * metrics.averageCharWidth());
    return plainToolTip(lines.join(u'\n'));
}

void GraphView::Private::showEdgeMenu(int segment, const QPoint& globalPosition)
{
    const int edge = scene->layout().segments[static_cast<std::size_t>(segment)].firstEdge;
    auto* menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setAccessibleName(GraphView::tr("Edge"));
    if (const QString text = valueText(edge); !text.isEmpty())
        menu->addSection(QString(text).replace(u'&', QStringLiteral("&&")));
    addGoTo(
        *menu, GraphView::tr("Go to producer: %1"), description->edges[static_cast<std::size_t>(edge)].from);
    const std::vector<int> same = edgesWith(edge);
    for (std::size_t i = 0; i < std::min(same.size(), mostEntries); ++i)
        addGoTo(*menu, GraphView::tr("Go to consumer: %1"),
            description->edges[static_cast<std::size_t>(same[i])].to);
    menu->popup(globalPosition);
}

void GraphView::Private::addGoTo(QMenu& menu, const QString& text, int wanted)
{
    const QString name = nodeText(wanted).replace(u'&', QStringLiteral("&&"));
    menu.addAction(text.arg(q->fontMetrics().elidedText(name, Qt::ElideMiddle, 480)), q,
        [this, wanted] { q->selectNode(wanted); });
}

// The neighbours of the selected node, by the values between them.
void GraphView::Private::fillNeighbours(QMenu& menu)
{
    if (node < 0 || !scene)
        return;
    QMenu* before = menu.addMenu(GraphView::tr("Inputs"));
    const auto incoming = model()->incoming(node);
    for (const int edge : incoming.first(std::min(incoming.size(), mostEntries)))
        addGoTo(*before, valueText(edge).replace(u'%', QString()) + QStringLiteral("  ←  %1"),
            description->edges[static_cast<std::size_t>(edge)].from);
    before->setEnabled(!incoming.empty());
    QMenu* behind = menu.addMenu(GraphView::tr("Outputs"));
    const auto outgoing = model()->outgoing(node);
    for (const int edge : outgoing.first(std::min(outgoing.size(), mostEntries)))
        addGoTo(*behind, valueText(edge).replace(u'%', QString()) + QStringLiteral("  →  %1"),
            description->edges[static_cast<std::size_t>(edge)].to);
    behind->setEnabled(!outgoing.empty());
}

void GraphView::Private::setPath(GraphPath wanted)
{
    // Asked for again, it goes.
    path = path == wanted ? GraphPath::None : wanted;
    updateMarks();
}

// All that leads to the selection, or from it, over the boxes that are shown.
std::vector<int> GraphView::Private::pathSegments() const
{
    std::vector<int> segments;
    const int start = selectedBox();
    if (path == GraphPath::None || start < 0)
        return segments;
    std::vector<bool> isReached(static_cast<std::size_t>(scene->boxCount()), false);
    std::vector<int> pending {start};
    isReached[static_cast<std::size_t>(start)] = true;
    while (!pending.empty()) {
        const int box = pending.back();
        pending.pop_back();
        for (const int edge : scene->edgesOf(box)) {
            const NestedEdge& nested = scene->layout().edges[static_cast<std::size_t>(edge)];
            const bool isBefore = path == GraphPath::FromInputs;
            if ((isBefore ? nested.toBox : nested.fromBox) != box)
                continue;
            addSegments(scene->layout(), edge, segments);
            const int next = isBefore ? nested.fromBox : nested.toBox;
            if (!isReached[static_cast<std::size_t>(next)]) {
                isReached[static_cast<std::size_t>(next)] = true;
                pending.push_back(next);
            }
        }
    }
    makeSet(segments);
    return segments;
}

} // namespace weightless::widgets
