// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStandardItem>

namespace weightless::ui {

// One cell of a QStandardItemModel, which takes it over: nobody edits it, and where it is cut off its tool
// tip has all of it. `alignment` is the horizontal one.
[[nodiscard]] QStandardItem* tableCell(const QString& text, Qt::Alignment alignment = Qt::AlignLeft);

} // namespace weightless::ui
