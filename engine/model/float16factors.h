// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstdint>

namespace weightless {

// Whether float16 lacks one of the factors, or bits of the only one. Among many a small one may lose bits:
// its channel is small beside the others. Of floats.
[[nodiscard]] bool isBeyondFloat16(const HostTensor& factors);

// A float16's bits of a number that is 0 or not: what is no 0 does not become one, as an epsilon is there so
// that nobody divides by it.
[[nodiscard]] constexpr uint16_t keptFromZero(uint16_t half, bool isZero)
{
    const bool vanished = !isZero && (half & 0x7fffu) == 0;
    return static_cast<uint16_t>(half | (vanished ? 1 : 0));
}

} // namespace weightless
