// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QItemSelectionModel>

#include <functional>

namespace weightless::ui {

// Calls `chosen`, which belongs to `context`, with what the user chooses in a view that has its model: what is
// current and selected. Pressing the mouse makes it the one first and the other after, keys do it the other
// way round; a view that gets the keyboard has a current row, and nobody chose it. Once or more for each.
inline void onChosen(
    const QAbstractItemView& view, QObject* context, const std::function<void(const QModelIndex&)>& chosen)
{
    const QItemSelectionModel* selection = view.selectionModel();
    const auto ask = [selection, chosen] {
        const QModelIndex current = selection->currentIndex();
        if (current.isValid() && selection->isSelected(current))
            chosen(current);
    };
    QObject::connect(selection, &QItemSelectionModel::currentChanged, context, ask);
    QObject::connect(selection, &QItemSelectionModel::selectionChanged, context, ask);
}

} // namespace weightless::ui
