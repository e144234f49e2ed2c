// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "exact.glsl"
#include "scalelayout.glsl"

// To a narrow type (T1: its bytes): Cast, QuantizeLinear with a scale, and from T0 = u8 the bits alone. One
// invocation puts a byte together, or the three bytes of four elements of six bits.
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint narrowType = 17;
layout(constant_id = 1) const uint hasScale = 0;
layout(constant_id = 2) const uint hasZeroPoint = 0;
layout(constant_id = 3) const uint saturates = 1;
layout(constant_id = 4) const uint rounding = 0;
#include "narrow.glsl"

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, scale)
TENSOR(2, readonly, T1, zeroPoint)
TENSOR(3, writeonly, T1, y)
PARAMETERS(uint count; SCALE_LAYOUT)
#include "scaleindex.glsl"

NARROW_READER(zeroPointCode, T1, zeroPoint)

#if defined(T0_IS_u8) || defined(T0_IS_i32)
uint codeOf(uint index) { return uint(LOAD(T0, x, index)); }
#else
float zeroPointOf(uint s)
{
    return hasZeroPoint == 0 ? 0.0 : narrowValue(zeroPointCode(s));
}

uint codeOf(uint index)
{
    float value = LOAD(T0, x, index);
    if (hasScale != 0) {
        const uint s = scaleIndex(index);
        value = exactDivide(value, LOAD(T0, scale, s));
        if (isNarrowInteger()) {
            const float low = isNarrowSigned() ? -float(1u << (narrowBits() - 1u)) : 0.0;
            value = clamp(roundEven(value) + zeroPointOf(s), low, low + float(narrowMask()));
        } else {
            value += zeroPointOf(s);
        }
    }
    return isNarrowInteger() ? uint(int(value)) : narrowFloatCode(value, saturates != 0, rounding);
}
#endif

void main()
{
    const uint group = linearIndex();
    const uint begin = group * narrowPerGroup();
    if (begin >= push.count) {
        return;
    }
    uint bits = 0;
    const uint elements = min(narrowPerGroup(), push.count - begin);
    for (uint i = 0; i < elements; ++i) {
        bits |= (codeOf(begin + i) & narrowMask()) << (i * narrowBits());
    }
    const uint bytes = (elements * narrowBits() + 7u) / 8u;
    for (uint i = 0; i < bytes; ++i) {
        STORE(T1, y, group * narrowGroupBytes() + i, (bits >> (8u * i)) & 0xffu);
    }
}
