// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QTableView>

namespace weightless::ui {

class InputDelegate;
class InputModel;

// The inputs of a graph, a row each and as high as they are. A click, F2, Space or Alt+Down opens what a cell
// holds: the choices of a source, the line or the file of a value. Moving between cells opens nothing.
class InputTable : public QTableView {
    Q_OBJECT

public:
    // The model outlives it.
    explicit InputTable(InputModel& model, QWidget* parent = nullptr);

    // Takes the value that is being typed; false, and the keyboard stays there, where it is none.
    [[nodiscard]] bool finishEditing();
    [[nodiscard]] bool isEditing() const { return state() == EditingState; }
    // Where files are looked for as long as none is chosen.
    void setFolder(const QString& folder);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void editingChanged();

protected:
    using QTableView::edit;
    bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitRows();
    void open(const QModelIndex& index, bool asksForFile);
    void chooseSource(const QModelIndex& index);
    void chooseFile(const QModelIndex& index);
    [[nodiscard]] int heightOf(int rows) const;

    InputModel& m_model;
    InputDelegate* m_delegate;
    QPoint m_released; // where the mouse was
};

} // namespace weightless::ui
