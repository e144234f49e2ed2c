// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/picturelabel.h"

#include <QPainter>

namespace weightless::ui {

PictureLabel::PictureLabel(QWidget* parent)
    : QWidget(parent)
{
    setImage({}, tr("No picture yet"));
}

void PictureLabel::setImage(const QImage& image, const QString& description)
{
    m_image = image;
    setAccessibleName(description);
    setToolTip(image.isNull() ? QString() : description);
    update();
}

void PictureLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    if (m_image.isNull()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, accessibleName());
    } else {
        QRect place(QPoint(), m_image.size().scaled(size(), Qt::KeepAspectRatio));
        place.moveCenter(rect().center());
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(place, m_image);
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace weightless::ui
