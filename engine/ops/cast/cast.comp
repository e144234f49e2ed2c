// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;

PARAMETERS(uint count;)

#if defined(T0_IS_f32) || defined(T0_IS_f16) || defined(T0_IS_bf16) || defined(T0_IS_f64)
#define FROM_FLOAT
#endif

T1_COMPUTE evaluate(T0_COMPUTE value)
{
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
