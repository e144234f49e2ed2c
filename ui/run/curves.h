// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <vector>

namespace weightless::ui {

// The values of a tensor that is one row of numbers (sound, a spectrum, a series): one dimension above 1, of
// 64 to 64 million real numbers. Empty for all others.
[[nodiscard]] std::vector<float> curveOf(const HostTensor& tensor);

} // namespace weightless::ui
