// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

namespace weightless {

// Whether float16 lacks one of the factors, or bits of the only one. Among many a small one may lose bits:
// its channel is small beside the others. Of floats.
[[nodiscard]] bool isBeyondFloat16(const HostTensor& factors);

} // namespace weightless
