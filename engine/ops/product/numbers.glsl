// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Doubles, and integers of 32 and 64 bits, that a kernel of software devices only reads: neighbours from any element on, in texels
// of WORD_TEXELS (wordtexels.glsl). Include it after tensor.glsl.
//
//   READ_NUMBERS(a, element, last, isShifted, count, values)   `count`, a constant, into T0_COMPUTE values[count]; elements count
//                                                              from where the memory that is bound begins. `last` is the last
//                                                              texel that may be read: behind it stands what nobody uses.
//                                                              isShifted is 0 where all elements asked for begin texels.

#ifndef WEIGHTLESS_PRODUCT_NUMBERS_GLSL
#define WEIGHTLESS_PRODUCT_NUMBERS_GLSL

#include "wordtexels.glsl"

const uint texelNumbers = 16 / T0_BYTES;

#ifdef T0_IS_f64
T0_COMPUTE numberOf(uvec4 texel, uint index) { return packDouble2x32(index == 0 ? texel.xy : texel.zw); }
#elif T0_BYTES == 8
T0_COMPUTE numberOf(uvec4 texel, uint index) { return T0_COMPUTE(packUint2x32(index == 0 ? texel.xy : texel.zw)); }
#else
T0_COMPUTE numberOf(uvec4 texel, uint index) { return T0_COMPUTE(texel[index]); }
#endif

// Not a loop over the shifts: the driver unrolls none whose counter is divided.
#if T0_BYTES == 8
#define SHIFT_BY_2(phase, isShifted, count, wide)
#else
#define SHIFT_BY_2(phase, isShifted, count, wide)                                                                     \
    [[unroll]] for (uint e = 0; (isShifted) != 0 && e < (count) + 1; ++e) {                                           \
        wide[e] = (phase & 2) != 0 ? wide[e + 2] : wide[e];                                                           \
    }
#endif
#define READ_NUMBERS(name, element, last, isShifted, count, values)                                                   \
    {                                                                                                                 \
        const uint phase = (element) % texelNumbers;                                                                  \
        const uint texels = ((count) + texelNumbers - 1) / texelNumbers + (isShifted);                                \
        T0_COMPUTE wide[texels * texelNumbers];                                                                       \
        [[unroll]] for (uint t = 0; t < texels; ++t) {                                                                \
            const uvec4 texel = WORD_TEXEL(name, min((element) / texelNumbers + t, last));                          \
            [[unroll]] for (uint e = 0; e < texelNumbers; ++e) {                                                      \
                wide[t * texelNumbers + e] = numberOf(texel, e);                                                      \
            }                                                                                                         \
        }                                                                                                             \
        SHIFT_BY_2(phase, isShifted, count, wide)                                                                     \
        [[unroll]] for (uint e = 0; e < (count); ++e) {                                                               \
            values[e] = (isShifted) != 0 && (phase & 1) != 0 ? wide[min(e + 1, texels * texelNumbers - 1)] : wide[e]; \
        }                                                                                                             \
    }

#endif
