// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// For software devices: sixteen bytes are one texel, or parts of two, as constants begin anywhere, and their float32 two
// groups of eight. Sixteen neighbours share their scale.
#include "tensor.glsl"
#include "bytetexels.glsl"
#include "scalelayout.glsl"
#include "vectors.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint hasZeroPoint = 0;

WORD_TEXELS(0, x)
TENSOR(1, readonly, F32, scale)
TENSOR(2, readonly, T0, zeroPoint)
TENSOR(3, writeonly, F32, y)
VECTOR_TENSOR(3, writeonly, u64vec4, y)
PARAMETERS(uint count; SCALE_LAYOUT)
#include "scaleindex.glsl"

uint64_t pairOf(float first, float second)
{
    return packUint2x32(uvec2(floatBitsToUint(first), floatBitsToUint(second)));
}

void main()
{
    const uint begin = linearIndex() * 16;
    if (begin >= push.count) {
        return;
    }
    const uint s = scaleIndex(begin);
    const int zero = hasZeroPoint != 0 ? int(LOAD(T0, zeroPoint, s)) : 0;
    const float factor = AT(scale, s);
    uint words[4];
    READ_SIXTEEN_BYTES(x, begin, push.count, words)
    float values[16];
    [[unroll]] for (uint i = 0; i < 16; ++i) {
        values[i] = float(byteOf(words[i / 4], i % 4, T0_IS_SIGNED) - zero) * factor;
    }
    const bool isWhole = begin + 16 <= push.count;
    if (isWhole) {
        [[unroll]] for (uint g = 0; g < 2; ++g) {
            u64vec4 group;
            [[unroll]] for (uint i = 0; i < 4; ++i) {
                group[i] = pairOf(values[8 * g + 2 * i], values[8 * g + 2 * i + 1]);
            }
            VECTOR_AT(y, (push.tensorOffset[3] + begin) / 8 + g) = group;
        }
    }
    // A loop, as what a branch leaves out is executed all the same, for no lane.
    const uint tail = isWhole ? 0 : push.count - begin;
    for (uint i = 0; i < tail; ++i) {
        float value = values[0];
        [[unroll]] for (uint k = 1; k < 16; ++k) {
            value = k == i ? values[k] : value;
        }
        AT(y, begin + i) = value;
    }
}
