// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <string>

namespace weightless {

// The name a free dimension is fixed by: its symbol, or "input:axis" where the model gives none. The input's
// rank is known.
[[nodiscard]] std::string symbolOf(const ValueInfo& input, size_t axis);

} // namespace weightless
