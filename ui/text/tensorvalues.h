// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <QString>

namespace weightless::ui {

// The elements of a small tensor in one line, as one writes them in code: "0.5", "[[1, 2], [3, 4]]",
// "["a", "b"]". Of more than `most` their first, and "…".
[[nodiscard]] QString tensorValues(const HostTensor& tensor, qint64 most);

} // namespace weightless::ui
