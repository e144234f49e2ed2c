// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/selection.h"

namespace weightless::ui {

Selection::Selection(QObject* parent)
    : QObject(parent)
{
}

void Selection::select(const SelectedItem& item, QObject* source)
{
    if (m_current == item)
        return;
    m_current = item;
    emit changed(item, source);
}

} // namespace weightless::ui
