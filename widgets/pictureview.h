// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

#include <vector>

namespace weightless::widgets {

// A picture as large as the panel allows, with boxes around what was found in it. Small pictures are enlarged
// with their pixels visible, large ones made smaller smoothly.
class PictureView : public QWidget {
    Q_OBJECT

public:
    struct Box {
        QRectF place; // shares of the picture's width and height
        QString text;
        int group = 0; // boxes of one group have one colour
    };

    explicit PictureView(QWidget* parent = nullptr);

    void setPicture(const QImage& picture, std::vector<Box> boxes = {});
    [[nodiscard]] const QImage& picture() const { return m_picture; }
    [[nodiscard]] const std::vector<Box>& boxes() const { return m_boxes; }
    // Where the picture is drawn.
    [[nodiscard]] QRect pictureRect() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintBox(QPainter& painter, const QRect& picture, const Box& box) const;

    QImage m_picture;
    std::vector<Box> m_boxes;
};

} // namespace weightless::widgets
