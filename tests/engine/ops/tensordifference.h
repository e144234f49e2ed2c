// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <string>

namespace weightless {

// Empty when `actual` is `expected` within the tolerances (numpy's allclose, NaN equal to NaN, infinities
// equal to themselves; exact for integers and bool), else one line with the first element that differs.
[[nodiscard]] std::string tensorDifference(
    const HostTensor& actual, const HostTensor& expected, double relativeTolerance, double absoluteTolerance);

} // namespace weightless
