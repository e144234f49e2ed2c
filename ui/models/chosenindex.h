// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QItemSelectionModel>

#include <functional>
#include <memory>

namespace weightless::ui {

// Gives a view its model, and calls `chosen`, which belongs to `context`, with what the user chooses in it:
// what is current and selected. Pressing the mouse makes it the one first and the other after, keys do it the
// other way round. Nobody chose the current row of a view that gets the keyboard, nor what Qt selects in
// place of rows that a filter takes away. Once or more for each choice.
inline void setModelToChooseFrom(QAbstractItemView& view, QAbstractItemModel& model, QObject* context,
    const std::function<void(const QModelIndex&)>& chosen)
{
    const auto isRemoving = std::make_shared<bool>(false);
    // Before the view and its selection hear of it.
    QObject::connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, context, [=] { *isRemoving = true; });
    view.setModel(&model);
    QObject::connect(&model, &QAbstractItemModel::rowsRemoved, context, [=] { *isRemoving = false; });
    const QItemSelectionModel* selection = view.selectionModel();
    const auto ask = [=] {
        const QModelIndex current = selection->currentIndex();
        if (!*isRemoving && current.isValid() && selection->isSelected(current))
            chosen(current);
    };
    QObject::connect(selection, &QItemSelectionModel::currentChanged, context, ask);
    QObject::connect(selection, &QItemSelectionModel::selectionChanged, context, ask);
}

} // namespace weightless::ui
