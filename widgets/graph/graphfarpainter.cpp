// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Names in a graph that is far away.
#include "widgets/graph/graphpainter.h"

#include <algorithm>
#include <array>
#include <optional>

namespace weightless::widgets {

namespace {

constexpr std::size_t mostNamed = 400; // boxes; with more of them names would be noise, and slow to place
constexpr double gap = 4; // pixels between a box and its name

bool isFree(const QRectF& rect, const std::vector<QRectF>& taken)
{
    return std::none_of(
        taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(rect); });
}

} // namespace

// Groups, inputs and outputs are named in the size of the screen, beside their boxes, wherever that covers
// neither a box nor another name.
void GraphPainter::paintFarNames(const QRectF& area)
{
    std::vector<int> boxes;
    m_scene.boxesIn(area, boxes);
    if (boxes.size() > mostNamed)
        return;
    std::vector<QRectF> taken;
    for (const int box : boxes)
        taken.push_back(m_scene.boxRect(box));
    const QFont& font = m_scene.model().measure().smallFont();
    const QFontMetricsF metrics(font);
    QColor halo = m_palette.background;
    halo.setAlpha(210);
    for (const int box : boxes) {
        const QString name = farName(box);
        if (name.isEmpty())
            continue;
        const QSizeF size = QSizeF(metrics.horizontalAdvance(name) + 4, metrics.height()) / m_zoom;
        const std::optional<QRectF> place = farPlace(m_scene.boxRect(box), size, taken);
        if (!place) {
            paintFarTitle(m_scene.boxRect(box), name);
            continue;
        }
        taken.push_back(*place);
        m_painter.save();
        // On whole pixels: thin strokes would vanish between two of them.
        const QPointF corner = m_painter.transform().map(place->topLeft());
        m_painter.resetTransform();
        const QRectF onScreen(corner.toPoint(), place->size() * m_zoom);
        m_painter.fillRect(onScreen, halo);
        m_painter.setFont(font);
        m_painter.setPen(m_palette.text);
        m_painter.drawText(onScreen, Qt::AlignCenter, name);
        m_painter.restore();
    }
}

// Right of the box, left of it, or on it where it is wide enough.
std::optional<QRectF> GraphPainter::farPlace(
    const QRectF& box, const QSizeF& size, const std::vector<QRectF>& taken) const
{
    const double space = gap / m_zoom;
    const double top = box.center().y() - size.height() / 2;
    if (size.width() <= box.width())
        return QRectF(QPointF(box.center().x() - size.width() / 2, top), size);
    const std::array places {QRectF(QPointF(box.right() + space, top), size),
        QRectF(QPointF(box.left() - space - size.width(), top), size)};
    const auto* const place =
        std::find_if(places.begin(), places.end(), [&](const QRectF& each) { return isFree(each, taken); });
    return place == places.end() ? std::nullopt : std::optional(*place);
}

QString GraphPainter::farName(int index) const
{
    const GraphModel& model = m_scene.model();
    const NestedBox& box = m_scene.box(index);
    if (box.node < 0)
        return model.groupName(box.group);
    const GraphDescription::Node& node = model.description().nodes[static_cast<std::size_t>(box.node)];
    return node.kind == GraphNodeKind::Operator ? QString() : node.name;
}

} // namespace weightless::widgets
