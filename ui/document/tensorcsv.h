// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tensormodel.h"

#include <QModelIndexList>

namespace weightless::ui {

// Rows as tab-separated text with a heading, for the clipboard; what has an exact number (bytes as plain
// integers) as that.
[[nodiscard]] QString rowsAsText(
    const QAbstractItemModel& model, const QModelIndexList& rows, int exactRole = TensorModel::BytesRole);

// name,bytes,stored_bytes,share,type,shape,file,offset,state: one line per tensor in file order. The file
// appears whole or not at all. Empty when it is written, otherwise the reason. Any thread.
[[nodiscard]] QString writeTensorCsv(
    const QString& path, const ModelDocument& document, const std::vector<TensorState>& states);

} // namespace weightless::ui
