// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

namespace weightless::widgets {

// One rectangle of a SizeTreemap. Items form a forest: a parent's index is smaller than its children's.
struct SizeItem {
    QString name;
    // Bytes of a leaf. A parent weighs what its children weigh; its own value is ignored.
    qint64 sizeBytes = 0;
    int parent = -1;
    // What the caller knows the item by; handed back in the signals. -1 for scopes.
    int id = -1;
};

// Squarified treemap of sizes: area is bytes. Arrow keys move between siblings and levels, Enter activates,
// tooltips give the path, exact bytes and share.
class SizeTreemap : public QWidget {
    Q_OBJECT

public:
    explicit SizeTreemap(QWidget* parent = nullptr);
    ~SizeTreemap() override;

    // Negative sizes count as zero; an item whose parent is not before it becomes a root.
    void setItems(std::vector<SizeItem> items);
    const std::vector<SizeItem>& items() const { return m_items; }

    // Index into items(), -1 for none.
    int currentIndex() const { return m_current; }
    void setCurrentIndex(int index);
    // Selects the item with this id without emitting selected(); false when there is none.
    bool selectId(int id);

    // Where an item is drawn, in widget coordinates; empty when it is too small to be drawn.
    QRectF itemRect(int index) const;
    // The deepest item at a point, -1 for none.
    int indexAt(const QPointF& position) const;
    QString itemPath(int index) const;
    qint64 itemBytes(int index) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    // The user made an item current (`id` is SizeItem::id, -1 for a scope).
    void selected(int index, int id);
    // Double click or Enter.
    void activated(int index, int id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void arrange();
    void describe();
    void moveCurrent(int key);
    void paintItem(QPainter& painter, int index) const;

    std::vector<SizeItem> m_items;
    std::vector<qint64> m_bytes;
    std::vector<std::vector<int>> m_children;
    std::vector<int> m_roots;
    std::vector<int> m_depths;
    std::vector<QRectF> m_rects;
    int m_current = -1;
};

} // namespace weightless::widgets
