// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pictureview.h"

#include <QPainter>

#include <array>

namespace weightless::widgets {

namespace {

// Okabe and Ito's colours, which all eyes tell apart.
constexpr std::array<QRgb, 6> boxColours {
    0xffe69f00, 0xff56b4e9, 0xff009e73, 0xfff0e442, 0xffcc79a7, 0xffd55e00};

} // namespace

PictureView::PictureView(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PictureView::setPicture(const QImage& picture, std::vector<Box> boxes)
{
    m_picture = picture;
    m_boxes = std::move(boxes);
    QStringList texts;
    for (const Box& box : m_boxes)
        texts.append(box.text);
    setAccessibleDescription(picture.isNull() ? QString()
            : m_boxes.empty() ? tr("%1 by %2 pixels").arg(picture.width()).arg(picture.height())
                              : tr("%Ln box(es): %1", nullptr, static_cast<int>(m_boxes.size()))
                                    .arg(texts.join(QStringLiteral(", "))));
    update();
}

QRect PictureView::pictureRect() const
{
    if (m_picture.isNull())
        return {};
    QRect place(QPoint(), m_picture.size().scaled(size(), Qt::KeepAspectRatio));
    place.moveCenter(rect().center());
    return place;
}

QSize PictureView::sizeHint() const
{
    return {320, 240};
}

QSize PictureView::minimumSizeHint() const
{
    return {40, 40};
}

void PictureView::paintBox(QPainter& painter, const QRect& picture, const Box& box) const
{
    const QRectF place(picture.left() + box.place.left() * picture.width(),
        picture.top() + box.place.top() * picture.height(), box.place.width() * picture.width(),
        box.place.height() * picture.height());
    const QColor colour(boxColours[static_cast<size_t>(box.group) % boxColours.size()]);
    // Dark beside light: seen on any picture.
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::black, 4));
    painter.drawRect(place);
    painter.setPen(QPen(colour, 2));
    painter.drawRect(place);
    if (box.text.isEmpty())
        return;
    QRectF text(place.topLeft(),
        QSizeF(painter.fontMetrics().horizontalAdvance(box.text) + 8, painter.fontMetrics().height() + 2));
    text.moveBottomLeft(place.topLeft());
    if (text.top() < picture.top())
        text.moveTop(place.top());
    painter.fillRect(text, colour);
    painter.setPen(Qt::black);
    painter.drawText(text, Qt::AlignCenter, box.text);
}

void PictureView::paintEvent(QPaintEvent*)
{
    if (m_picture.isNull())
        return;
    QPainter painter(this);
    const QRect place = pictureRect();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, place.width() < m_picture.width());
    painter.drawImage(place, m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(place);
    for (const Box& box : m_boxes)
        paintBox(painter, place, box);
}

} // namespace weightless::widgets
