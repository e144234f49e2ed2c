// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <vector>

namespace weightless::widgets {

// Widgets in a row that goes on in the next line where it is full, as words do. Hidden ones take no place.
class FlowLayout : public QLayout {
    Q_OBJECT

public:
    explicit FlowLayout(QWidget* parent, int gap = 12, int lineGap = 4);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override; // takes it
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return !isEmpty(); }
    [[nodiscard]] int heightForWidth(int width) const override;
    // All in one line.
    [[nodiscard]] QSize sizeHint() const override;
    // The widest alone.
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& area) override;

private:
    [[nodiscard]] int widthUnder(std::size_t heading, int lineWidth) const;
    int arrange(const QRect& area, bool isDone) const;

    std::vector<QLayoutItem*> m_items; // owned, as QLayout wants it
    int m_gap;
    int m_lineGap;
};

} // namespace weightless::widgets
