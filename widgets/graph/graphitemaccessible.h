// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphaccessible.h"

namespace weightless::widgets {

// One node, group or constant of a GraphView. It stays the same through layouts and is invalid while it is
// not shown. Press selects it; toggle expands or collapses a group.
class GraphItemAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    GraphItemAccessible(GraphAccessible& view, const GraphItem& item);

    const GraphItem& item() const { return m_item; }

    bool isValid() const override;
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view.window(); }
    QAccessibleInterface* parent() const override;
    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* interface) const override;
    QAccessibleInterface* childAt(int x, int y) const override { return m_view.childAt(x, y); }
    QString text(QAccessible::Text kind) const override;
    void setText(QAccessible::Text, const QString&) override { } // names are the model's
    QRect rect() const override;
    QAccessible::Role role() const override;
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    QStringList actionNames() const override;
    void doAction(const QString& name) override;
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    std::span<const int> constants() const;
    bool isGroup() const { return m_item.node < 0; }

    GraphAccessible& m_view; // owns this
    GraphItem m_item;
};

} // namespace weightless::widgets
