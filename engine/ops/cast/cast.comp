// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;

PARAMETERS(uint count;)

#if defined(T0_IS_f32) || defined(T0_IS_f16) || defined(T0_IS_bf16) || defined(T0_IS_f64)
#define FROM_FLOAT
#endif

layout(constant_id = 3) const uint saturates = 0; // finite numbers stay finite

#if defined(T0_IS_f32) && (defined(T1_IS_f16) || defined(T1_IS_bf16))
float kept(float value)
{
#ifdef T1_IS_f16
    const float largest = 65504.0;
#else
    const float largest = 3.3895313892515355e38;
#endif
    const float size = abs(value);
    return saturates != 0 && size > largest && size <= 3.402823466e38 ? sign(value) * largest : value;
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
