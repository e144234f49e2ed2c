// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// For software devices: sixteen float32 are four texels, and their bytes one access. They share their scale.
#include "tensor.glsl"
#include "exact.glsl"
#include "scalelayout.glsl"
#include "texels.glsl"
#include "vectors.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint hasZeroPoint = 0;
layout(constant_id = 1) const uint multiplies = 0; // else divides by the scale

#ifdef WEIGHTLESS_ADDRESSES
const uint xSlot = 0;
VECTOR_TENSOR(0, readonly, uvec4, x)
#define FOUR(index) VECTOR_AT(x, index)
#else
TEXELS(0, x)
#define FOUR(index) TEXEL(x, index)
#endif
TENSOR(1, readonly, F32, scale)
TENSOR(2, readonly, T0, zeroPoint)
TENSOR(3, writeonly, T0, y)
VECTOR_TENSOR(3, writeonly, u64vec2, y)
PARAMETERS(uint count; SCALE_LAYOUT float low; float high;)
#include "scaleindex.glsl"

void main()
{
    const uint begin = linearIndex() * 16;
    if (begin >= push.count) {
        return;
    }
    const uint s = scaleIndex(begin);
    const float zero = hasZeroPoint != 0 ? float(LOAD(T0, zeroPoint, s)) : 0.0;
    const float each = AT(scale, s);
    const uint last = (push.tensorOffset[0] + push.count - 1) / 4;
    int values[16];
    [[unroll]] for (uint t = 0; t < 4; ++t) {
        const uvec4 texel = FOUR(min((push.tensorOffset[0] + begin) / 4 + t, last));
        [[unroll]] for (uint i = 0; i < 4; ++i) {
            const float number = uintBitsToFloat(texel[i]);
            const float value = roundEven(multiplies != 0 ? number * each : exactDivide(number, each)) + zero;
            values[4 * t + i] = int(clamp(value, push.low, push.high));
        }
    }
    const bool isWhole = begin + 16 <= push.count;
    if (isWhole) {
        uint words[4];
        [[unroll]] for (uint i = 0; i < 4; ++i) {
            words[i] = uint(values[4 * i]) & 0xffu;
            [[unroll]] for (int k = 1; k < 4; ++k) {
                words[i] |= (uint(values[4 * i + k]) & 0xffu) << (8 * k);
            }
        }
        VECTOR_AT(y, (push.tensorOffset[3] + begin) / 16) =
            u64vec2(packUint2x32(uvec2(words[0], words[1])), packUint2x32(uvec2(words[2], words[3])));
    }
    // A loop, as what a branch leaves out is executed all the same, for no lane.
    const uint tail = isWhole ? 0 : push.count - begin;
    for (uint i = 0; i < tail; ++i) {
        int value = values[0];
        [[unroll]] for (uint k = 1; k < 16; ++k) {
            value = k == i ? values[k] : value;
        }
        STORE(T0, y, begin + i, T0_COMPUTE(value));
    }
}
