// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/float16factors.h"

#include "engine/model/finitefloat.h"

#include <cmath>

namespace weightless {

bool isBeyondFloat16(const HostTensor& factors)
{
    constexpr float smallestNormal = 0x1p-14f;
    const double beyond = finiteRange(DataType::Float16).beyond;
    const size_t count = factors.elementCount();
    for (size_t i = 0; i < count; ++i) {
        const float size = std::abs(static_cast<float>(elementAsDouble(factors, i)));
        if (std::isfinite(size) && (size >= beyond || (count == 1 && size != 0 && size < smallestNormal))) {
            return true;
        }
    }
    return false;
}

} // namespace weightless
