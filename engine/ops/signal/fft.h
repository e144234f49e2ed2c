// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/signal/transform.h"

namespace weightless::ops::signal {

// Cosine and sine of n / size of a turn, for every n.
[[nodiscard]] HostTensor turnsOf(DataType type, int64_t size);

// Whether passes over whole frames take less time than a sum for every bin.
[[nodiscard]] bool isFasterInPasses(const Transform& transform);

// The transform in passes of small radices, as many frames at a time as the scratch memory holds. Where
// another prime than the small ones divides its size, it is a convolution with a chirp (Bluestein), whose
// size is free.
void lowerInPasses(LoweringContext& context, const Transform& transform);

} // namespace weightless::ops::signal
