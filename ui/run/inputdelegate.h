// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QLineEdit;

namespace weightless::ui {

// Shows the cells of an InputModel as what they are, a source as a combo box and a file with its button, and
// edits values in a line.
class InputDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    // Where files are looked for as long as none is chosen.
    void setFolder(const QString& folder) { m_folder = folder; }
    // Where a cell that takes a file has the button for it.
    [[nodiscard]] static QRect fileButton(const QRect& cell, Qt::LayoutDirection direction);
    // What a file dialog offers for the row.
    [[nodiscard]] static QString fileFilter(const QModelIndex& index);
    // The file that the user chooses, who begins where `path` lies, or where a file was chosen last; empty:
    // none.
    [[nodiscard]] QString askForFile(const QWidget* asking, const QString& path, const QString& filter);

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

private:
    void drawSource(QPainter& painter, const QStyleOptionViewItem& item) const;
    void drawFile(QPainter& painter, const QStyleOptionViewItem& item) const;
    void commit(QWidget* editor) const;
    void checkValue(QLineEdit& line, const QModelIndex& index) const;

    QString m_folder;
};

} // namespace weightless::ui
