// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"

#include <QObject>

#include <vector>

namespace weightless::ui {

// What was selected before, as a browser keeps pages: back, forward, and what is selected in between cuts off
// what lay ahead. Nothing selected is no place to go back to.
class SelectionHistory : public QObject {
    Q_OBJECT

public:
    static constexpr size_t maxCount = 200;

    // `selection` outlives it.
    SelectionHistory(Selection& selection, QObject* parent);

    [[nodiscard]] bool canGoBack() const { return m_place > 0; }
    [[nodiscard]] bool canGoForward() const { return m_place + 1 < m_items.size(); }
    void goBack();
    void goForward();
    // Of a model that is no longer there.
    void clear();

signals:
    void changed(); // ask canGo…() again

private:
    void remember(const SelectedItem& item);
    void goTo(size_t place);

    Selection& m_selection;
    std::vector<SelectedItem> m_items;
    size_t m_place = 0; // of what is, or was last, selected
    bool m_isGoing = false;
};

} // namespace weightless::ui
