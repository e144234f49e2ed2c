// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/modeldocument.h"

#include <QAbstractItemModel>

namespace weightless::ui {

// The groups and nodes of a model as a tree.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Operator, Bytes, ColumnCount };
    enum Role { BytesRole = Qt::UserRole };

    explicit OutlineModel(QObject* parent = nullptr);

    void setDocument(ModelDocumentPtr document);

    // The item behind an index; null for an invalid one.
    [[nodiscard]] const OutlineItem* item(const QModelIndex& index) const;
    // Of a node, or a group's path; of a nameless node what it makes.
    [[nodiscard]] QString fullName(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOfNode(int node) const;
    [[nodiscard]] QModelIndex indexOfScope(const QString& path) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QModelIndex indexOf(int item, int column) const;

    ModelDocumentPtr m_document;
    std::vector<int> m_roots;
    std::vector<int> m_itemOfNode;
};

} // namespace weightless::ui
