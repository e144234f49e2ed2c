// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace weightless::ui {

// What the user looks at: one for the whole window, shared by graph, outline, tensors and properties.
struct SelectedItem {
    enum class Kind { None, Node, Tensor, Scope };

    Kind kind = Kind::None;
    int index = -1; // of a node or tensor, as in ModelDocument
    QString scope; // path of a scope

    bool operator==(const SelectedItem&) const = default;
};

class Selection : public QObject {
    Q_OBJECT

public:
    explicit Selection(QObject* parent = nullptr);

    [[nodiscard]] const SelectedItem& current() const { return m_current; }

    // `source` is who selects: it is told, too, and knows itself.
    void select(const SelectedItem& item, QObject* source);
    void selectNode(int node, QObject* source) { select({SelectedItem::Kind::Node, node, {}}, source); }
    void selectTensor(int row, QObject* source) { select({SelectedItem::Kind::Tensor, row, {}}, source); }
    void selectScope(const QString& path, QObject* source)
    {
        select({SelectedItem::Kind::Scope, -1, path}, source);
    }
    void clear(QObject* source) { select({}, source); }

signals:
    void changed(const weightless::ui::SelectedItem& item, QObject* source);

private:
    SelectedItem m_current;
};

} // namespace weightless::ui
