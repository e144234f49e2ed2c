// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;

PARAMETERS(uint count;)

#if defined(T0_IS_f32) || defined(T0_IS_f16) || defined(T0_IS_bf16) || defined(T0_IS_f64)
#define FROM_FLOAT
#endif

layout(constant_id = 3) const uint saturates = 0; // finite numbers stay finite: 1, values; 2, limits

// What becomes infinite in the other type, the largest finite number of this one, and what those between become
// (model/finitefloat.h); what those below zero become where they are no limits. There are no kernels from f64 to types of
// 16 bits.
#if defined(T1_IS_f16) && (defined(T0_IS_f32) || defined(T0_IS_bf16))
#define FINITE_RANGE vec3(65520.0, 3.4028234663852886e38, 65504.0)
#define HIDDEN 32752.0
#elif defined(T1_IS_bf16) && defined(T0_IS_f32)
#define FINITE_RANGE vec3(3.3961775292304601e38, 3.4028234663852886e38, 3.3895313892515355e38)
#elif defined(T1_IS_f32) && defined(T0_IS_f64)
#define FINITE_RANGE dvec3(3.4028235677973366e38lf, 1.7976931348623157e308lf, 3.4028234663852886e38lf)
#endif

#ifdef FINITE_RANGE
T0_COMPUTE kept(T0_COMPUTE value)
{
    const T0_COMPUTE size = abs(value);
#ifdef HIDDEN
    if (saturates == 1 && value < 0 && (size >= FINITE_RANGE.x || size == FINITE_RANGE.z) && size <= FINITE_RANGE.y) {
        return -HIDDEN;
    }
#endif
    const bool isBeyond = saturates != 0 && size >= FINITE_RANGE.x && size <= FINITE_RANGE.y;
    return isBeyond ? sign(value) * FINITE_RANGE.z : value;
}
#else
#define kept(value) (value)
#endif

T1_COMPUTE evaluate(T0_COMPUTE given)
{
    const T0_COMPUTE value = kept(given);
#if defined(T1_IS_bool)
    return value != T0_COMPUTE(0) ? 1 : 0;
#elif defined(FROM_FLOAT) && (defined(T1_IS_u8) || defined(T1_IS_u16) || defined(T1_IS_u32))
    // A negative float has no unsigned value in GLSL; wrap like the integers do.
    return value < T0_COMPUTE(0) ? T1_COMPUTE(int(value)) : T1_COMPUTE(value);
#elif defined(FROM_FLOAT) && defined(T1_IS_u64)
    return value < T0_COMPUTE(0) ? T1_COMPUTE(int64_t(value)) : T1_COMPUTE(value);
#else
    return T1_COMPUTE(value);
#endif
}

#include "elementwise/flatloop.glsl"
