// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/selectionhistory.h"

#include <QScopedValueRollback>

namespace weightless::ui {

SelectionHistory::SelectionHistory(Selection& selection, QObject* parent)
    : QObject(parent)
    , m_selection(selection)
{
    connect(&m_selection, &Selection::changed, this, &SelectionHistory::remember);
}

void SelectionHistory::remember(const SelectedItem& item)
{
    if (m_isGoing || item.kind == SelectedItem::Kind::None || (!m_items.empty() && m_items[m_place] == item))
        return;
    if (!m_items.empty())
        m_items.resize(m_place + 1);
    m_items.push_back(item);
    if (m_items.size() > maxCount)
        m_items.erase(m_items.begin());
    m_place = m_items.size() - 1;
    emit changed();
}

void SelectionHistory::goBack()
{
    if (canGoBack())
        goTo(m_place - 1);
}

void SelectionHistory::goForward()
{
    if (canGoForward())
        goTo(m_place + 1);
}

void SelectionHistory::goTo(size_t place)
{
    const QScopedValueRollback going(m_isGoing, true);
    m_place = place;
    m_selection.select(m_items[place], this);
    emit changed();
}

void SelectionHistory::clear()
{
    m_items.clear();
    m_place = 0;
    emit changed();
}

} // namespace weightless::ui
