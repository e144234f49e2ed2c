// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// int8 and uint8 that a kernel only reads, sixteen at once from any place on of WORD_TEXELS (wordtexels.glsl).
//
//   READ_SIXTEEN_BYTES(x, begin, count, words)        of `count` in all, into uint words[4]; what lies behind the last one is
//                                                     read, never used
//   byteOf(words[1], 2, T0_IS_SIGNED)                 one of them

#ifndef WEIGHTLESS_BYTETEXELS_GLSL
#define WEIGHTLESS_BYTETEXELS_GLSL

#include "wordtexels.glsl"

// Words from a byte of the first of eight on, the same byte for all invocations.
void shiftWords(uint pair[8], uint byte, out uint words[4])
{
    uint from[5];
    [[unroll]] for (uint i = 0; i < 5; ++i) {
        from[i] = pair[i];
        [[unroll]] for (uint skipped = 1; skipped < 4; ++skipped) {
            from[i] = byte / 4 == skipped ? pair[min(i + skipped, 7u)] : from[i];
        }
    }
    const uint bits = byte % 4 * 8;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        words[i] = bits == 0 ? from[i] : from[i] >> bits | from[i + 1] << (32 - bits);
    }
}

#define READ_SIXTEEN_BYTES(name, begin, count, words)                                                                 \
    {                                                                                                                 \
        const uint place = push.tensorOffset[name##Slot] + (begin);                                                   \
        const uint last = (push.tensorOffset[name##Slot] + (count)-1) / 16;                                           \
        const uvec4 low = WORD_TEXEL(name, place / 16);                                                               \
        const uvec4 high = WORD_TEXEL(name, min(place / 16 + 1, last));                                               \
        uint pair[8];                                                                                                 \
        [[unroll]] for (uint i = 0; i < 4; ++i) {                                                                     \
            pair[i] = low[i];                                                                                         \
            pair[i + 4] = high[i];                                                                                    \
        }                                                                                                             \
        shiftWords(pair, place % 16, words);                                                                          \
    }

#ifdef T0_IS_i8
const bool T0_IS_SIGNED = true;
#else
const bool T0_IS_SIGNED = false;
#endif
#ifdef T1_IS_i8
const bool T1_IS_SIGNED = true;
#else
const bool T1_IS_SIGNED = false;
#endif
int byteOf(uint word, uint index, bool isSigned)
{
    return isSigned ? bitfieldExtract(int(word), int(8 * index), 8) : int(bitfieldExtract(word, int(8 * index), 8));
}

#endif
