// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "scalelayout.glsl"

// From a narrow type (T0: its bytes): Cast, DequantizeLinear with a scale, and with T1 = u8 the bits alone. One
// invocation takes a byte apart, or the three bytes of four elements of six bits.
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint narrowType = 17;
layout(constant_id = 1) const uint hasScale = 0;
layout(constant_id = 2) const uint hasZeroPoint = 0;
#include "narrow.glsl"

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T1, scale)
TENSOR(2, readonly, T0, zeroPoint)
TENSOR(3, writeonly, T1, y)
PARAMETERS(uint count; SCALE_LAYOUT)
#include "scaleindex.glsl"

NARROW_READER(zeroPointCode, T0, zeroPoint)

T1_COMPUTE elementOf(uint code, uint index)
{
#ifdef T1_IS_u8
    return code;
#else
    float value = narrowValue(code);
    if (hasScale != 0) {
        const uint s = scaleIndex(index);
        if (hasZeroPoint != 0) {
            value -= narrowValue(zeroPointCode(s));
        }
        value *= LOAD(T1, scale, s);
    }
    return T1_COMPUTE(value);
#endif
}

void main()
{
    const uint group = linearIndex();
    const uint begin = group * narrowPerGroup();
    if (begin >= push.count) {
        return;
    }
    const uint elements = min(narrowPerGroup(), push.count - begin);
    const uint bytes = (elements * narrowBits() + 7u) / 8u;
    uint bits = 0;
    for (uint i = 0; i < bytes; ++i) {
        bits |= uint(LOAD(T0, x, group * narrowGroupBytes() + i)) << (8u * i);
    }
    for (uint i = 0; i < elements; ++i) {
        STORE(T1, y, begin + i, elementOf((bits >> (i * narrowBits())) & narrowMask(), begin + i));
    }
}
