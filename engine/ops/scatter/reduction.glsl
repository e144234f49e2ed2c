// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What happens where an update meets an element. Kernels that only move bits know Replace alone.
#include "extremes.glsl"

const uint reductionReplace = 0u;
const uint reductionAdd = 1u;
const uint reductionMul = 2u;
const uint reductionMin = 3u;
const uint reductionMax = 4u;

#if !defined(T0_IS_b8) && !defined(T0_IS_b16) && !defined(T0_IS_b32) && !defined(T0_IS_b64)
T0_COMPUTE reduced(uint reduction, T0_COMPUTE present, T0_COMPUTE update)
{
    switch (reduction) {
    case reductionAdd:
        return present + update;
    case reductionMul:
        return present * update;
    case reductionMin:
        return LESSER(present, update);
    case reductionMax:
        return GREATER(present, update);
    default:
        return update;
    }
}
#else
#define reduced(reduction, present, update) (update)
#endif
