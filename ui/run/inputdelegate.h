// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace weightless::ui {

// Edits the Source and Value columns of an InputModel: a combo box, and a line with a button that chooses a
// file.
class InputDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

private:
    QWidget* makeSourceEditor(QWidget* parent, const QModelIndex& index) const;
    QWidget* makeValueEditor(QWidget* parent, const QModelIndex& index) const;
    void commit(QWidget* editor) const;
};

} // namespace weightless::ui
