// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Names in a graph that is seen from afar: in the size of the screen, inside their boxes.
#include "widgets/graph/graphpainter.h"
#include "widgets/plaintext.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace weightless::widgets {

namespace {

constexpr std::size_t mostNamed = 400; // boxes; with more of them names would be noise, and slow to place
constexpr double gap = 4; // pixels between a box and its name
constexpr double leastHeight = 9; // of a box in pixels, for a name to be read in it
constexpr double leastWidth = 26;
constexpr int smallestText = 8;

bool isFree(const QRectF& rect, const std::vector<QRectF>& taken)
{
    return std::none_of(
        taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(rect); });
}

} // namespace

bool GraphPainter::hasRoomForName(const QRectF& rect) const
{
    return rect.height() * m_zoom >= leastHeight && rect.width() * m_zoom >= leastWidth;
}

// As large as it fits, but to be read; what does not fit then is cut in its middle.
void GraphPainter::paintNameInside(const QRectF& rect, const QString& text, const QColor& colour)
{
    if (!hasRoomForName(rect))
        return;
    const QSizeF size = rect.size() * m_zoom;
    QFont font = m_scene.model().measure().smallFont();
    const double full = m_scene.model().measure().smallWidth(text);
    const double wanted = full > 0 ? font.pixelSize() * (size.width() - 4) / full : font.pixelSize();
    const int tallest = std::min(static_cast<int>(size.height()) - 1, font.pixelSize());
    font.setPixelSize(std::clamp(static_cast<int>(wanted), smallestText, std::max(tallest, smallestText)));
    paintOnScreen(rect.topLeft(), size, font, text, colour, Qt::AlignCenter);
}

// Over what is in the frame, where its header is too low for a text.
void GraphPainter::paintFrameName(int frame)
{
    const QRectF rect = m_scene.boxRect(frame);
    const QSizeF size = rect.size() * m_zoom;
    const QFont& font = m_scene.model().measure().smallFont();
    const QFontMetricsF metrics(font);
    if (size.width() < 2 * leastWidth || size.height() < 3 * metrics.height())
        return;
    const QString text = metrics.elidedText(
        m_scene.model().groupName(m_scene.box(frame).group), Qt::ElideMiddle, size.width() - 8);
    const QSizeF room(metrics.horizontalAdvance(text) + 8, metrics.height());
    QColor halo = m_palette.frameHeader;
    halo.setAlpha(225);
    m_painter.fillRect(QRectF(rect.topLeft() + QPointF(1, 1) / m_zoom, room / m_zoom), halo);
    paintOnScreen(rect.topLeft(), room, font, text, m_palette.text, Qt::AlignCenter);
}

void GraphPainter::paintOnScreen(const QPointF& corner, const QSizeF& size, const QFont& font,
    const QString& text, const QColor& colour, int alignment)
{
    m_painter.save();
    // On whole pixels: thin strokes would vanish between two of them.
    const QPointF place = m_painter.transform().map(corner);
    m_painter.resetTransform();
    const QRectF onScreen(place.toPoint(), size);
    m_painter.setFont(font);
    m_painter.setPen(colour);
    m_painter.drawText(onScreen, alignment,
        QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, std::max(onScreen.width() - 2, 0.0)));
    m_painter.restore();
}

// Where a box is too small for its name, groups, inputs and outputs are named beside it, if that covers
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
        if (name.isEmpty() || (m_zoom >= shapeZoom && hasRoomForName(m_scene.boxRect(box))))
            continue;
        const QSizeF size = QSizeF(metrics.horizontalAdvance(name) + 4, metrics.height()) / m_zoom;
        const std::optional<QRectF> place = farPlace(m_scene.boxRect(box), size, taken);
        if (!place)
            continue;
        taken.push_back(*place);
        m_painter.fillRect(*place, halo);
        paintOnScreen(place->topLeft(), place->size() * m_zoom, font, name, m_palette.text, Qt::AlignCenter);
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
    if (box.node < 0) {
        const ScopeKind kind = model.tree().groups[static_cast<std::size_t>(box.group)].kind;
        return kind == ScopeKind::Shapes ? QString() : model.groupName(box.group);
    }
    const GraphDescription::Node& node = model.description().nodes[static_cast<std::size_t>(box.node)];
    return node.kind == GraphNodeKind::Operator ? QString() : shownName(node.name);
}

} // namespace weightless::widgets
