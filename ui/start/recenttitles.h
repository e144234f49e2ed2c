// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace weightless::ui {

// What models of a list are called so that they can be told apart: the file, and before it as many folders,
// or the server, as that takes, `leastParts` at least. Names that say nothing, such as model.onnx, have a
// folder in any case.
[[nodiscard]] QStringList recentTitles(const QStringList& paths, qsizetype leastParts = 1);

} // namespace weightless::ui
