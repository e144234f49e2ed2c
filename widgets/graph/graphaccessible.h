// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphviewprivate.h"

#include <QAccessibleWidget>

#include <map>

namespace weightless::widgets {

// A node, a group, or a constant of a node, by the indices of the graph: these outlive layouts.
struct GraphItem {
    int node = -1;
    int group = -1;
    int constant = -1;

    auto operator<=>(const GraphItem&) const = default;
};

// A GraphView for assistive technologies: a tree of the groups and nodes that are shown, each node with its
// constants. An interface is made when it is asked for, so that a graph costs nothing until then.
class GraphAccessible : public QAccessibleWidget {
public:
    // For QAccessible::installFactory().
    static QAccessibleInterface* create(const QString& className, QObject* object);

    explicit GraphAccessible(GraphView* view);
    ~GraphAccessible() override;

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* interface) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    QAccessibleInterface* focusChild() const override;
    QString text(QAccessible::Text kind) const override; // the name that its owner gave it

    // For the items.
    GraphView::Private* view() const { return m_view; }
    QAccessibleInterface* interfaceOf(const GraphItem& item) const;
    // Where an item is drawn: of a constant the box of its node. -1 when it is not.
    int boxOf(const GraphItem& item) const;
    GraphItem itemOfBox(int box) const;
    // Inside a frame, or of the view itself for -1: boxes with consecutive numbers.
    int firstIn(int box) const;
    int countIn(int box) const;
    GraphItem selected() const; // or what it is seen in

    // From the view.
    void forgetGraph();
    void detach() { m_view = nullptr; }
    void tellSelection(QAccessible::Event what); // of the item that has the focus
    void tellLayout();

private:
    struct Children {
        int first = 0;
        int count = 0;
    };

    const Children& childrenOf(int box) const;
    GraphItem seenIn(int box) const;

    GraphView::Private* m_view; // null while the view goes
    mutable std::map<GraphItem, QAccessible::Id> m_interfaces;
    // Of one scene: entry 0 is the view, entry i + 1 box i.
    mutable std::vector<Children> m_children;
    mutable std::weak_ptr<const GraphScene> m_childrenOf;
};

} // namespace weightless::widgets
