// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

namespace weightless::ui {

// A picture as large as there is room for, its shape kept; a few pixels are shown as they are.
class PictureLabel : public QWidget {
    Q_OBJECT

public:
    explicit PictureLabel(QWidget* parent = nullptr);

    void setImage(const QImage& image, const QString& description);
    [[nodiscard]] const QImage& image() const { return m_image; }
    QSize sizeHint() const override { return {512, 512}; }
    QSize minimumSizeHint() const override { return {160, 160}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage m_image;
};

} // namespace weightless::ui
