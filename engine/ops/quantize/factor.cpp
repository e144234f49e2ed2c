// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/factor.h"

#include <algorithm>

namespace weightless::ops::quantize {

Factor factorOf(const LoweringContext& context, size_t bytes, size_t zeroPoint)
{
    Factor factor {.bytes = context.input(bytes), .zeroPoint = {}};
    const bool isSigned = factor.bytes.type() == DataType::Int8;
    const int64_t low = isSigned ? -128 : 0;
    const int64_t high = isSigned ? 127 : 255;
    if (!context.hasInput(zeroPoint)) {
        factor.greatest = std::max(-low, high);
        return factor;
    }
    factor.zeroPoint = context.input(zeroPoint);
    if (const HostTensor* known = context.value(zeroPoint)) {
        factor.greatest = 0;
        for (size_t i = 0; i < static_cast<size_t>(factor.zeroPoint->elements()); ++i) {
            const int64_t zero = elementAsInt64(*known, i);
            factor.greatest = std::max({factor.greatest, zero - low, high - zero});
        }
        const bool isZero = factor.greatest == std::max(-low, high) && factor.zeroPoint->elements() == 1
            && elementAsInt64(*known, 0) == 0;
        if (isZero) {
            factor.zeroPoint.reset();
        }
    }
    return factor;
}

} // namespace weightless::ops::quantize
