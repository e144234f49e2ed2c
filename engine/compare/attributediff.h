// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/attributes.h"

#include <string>
#include <vector>

namespace weightless {

// "attribute pads: [0, 0] → [1, 1]". Bodies of equal number are equal here.
[[nodiscard]] std::vector<std::string> diffAttributes(const Attributes& before, const Attributes& after);

} // namespace weightless
