// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablecell.h"

#include "widgets/plaintext.h"

namespace weightless::ui {

QStandardItem* tableCell(const QString& text, Qt::Alignment alignment)
{
    auto* item = new QStandardItem(widgets::shownName(text));
    item->setEditable(false);
    item->setToolTip(widgets::plainToolTip(text)); // names come from files
    item->setTextAlignment(alignment | Qt::AlignVCenter);
    return item;
}

} // namespace weightless::ui
