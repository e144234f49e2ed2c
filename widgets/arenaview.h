// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

#include <vector>

namespace weightless::widgets {

// Memory that is used again and again: steps from left to right, addresses from below, a rectangle for each
// block while it lives. One step is marked; Left, Right, Home and End, and the pointer, move the mark.
class ArenaView : public QWidget {
    Q_OBJECT

public:
    struct Block {
        qint64 offsetBytes = 0;
        qint64 sizeBytes = 0;
        int first = 0; // steps, both included
        int last = 0;
    };

    explicit ArenaView(QWidget* parent = nullptr);

    void setBlocks(std::vector<Block> blocks, int stepCount, qint64 sizeBytes);
    [[nodiscard]] const std::vector<Block>& blocks() const { return m_blocks; }
    [[nodiscard]] int current() const { return m_current; }
    // Blocks that live during the marked step, from below.
    [[nodiscard]] std::vector<int> liveBlocks() const;
    [[nodiscard]] QRectF blockRect(const Block& block) const;

    [[nodiscard]] QSize sizeHint() const override { return {720, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 120}; }

public slots:
    void setCurrent(int step);

signals:
    void currentChanged(int step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QRectF chartRect() const;
    void paintBlocks();

    std::vector<Block> m_blocks;
    int m_stepCount = 0;
    qint64 m_sizeBytes = 0;
    int m_current = -1;
    QPixmap m_picture; // of the blocks: there may be many
};

} // namespace weightless::widgets
