// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "scalelayout.glsl"

// To a narrow type (T1: its bytes): Cast, QuantizeLinear with a scale, and from T0 = u8 the bits alone. One
// invocation puts a byte together.
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

#if defined(T0_IS_u8) || defined(T0_IS_i32)
uint codeOf(uint index) { return uint(LOAD(T0, x, index)); }
#else
float zeroPointOf(uint s)
{
    if (hasZeroPoint == 0) {
        return 0.0;
    }
    const uint bits = LOAD(T1, zeroPoint, s / narrowPerByte());
    return narrowValue((bits >> (s % narrowPerByte() * narrowBits())) & narrowMask());
}

uint codeOf(uint index)
{
    float value = LOAD(T0, x, index);
    if (hasScale != 0) {
        const uint s = scaleIndex(index);
        value /= LOAD(T0, scale, s);
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
    const uint byte = linearIndex();
    const uint begin = byte * narrowPerByte();
    if (begin >= push.count) {
        return;
    }
    uint bits = 0;
    const uint end = min(begin + narrowPerByte(), push.count);
    for (uint i = begin; i < end; ++i) {
        bits |= (codeOf(i) & narrowMask()) << ((i - begin) * narrowBits());
    }
    STORE(T1, y, byte, bits);
}
