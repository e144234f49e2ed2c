// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "scalelayout.glsl"

// From a narrow type (T0: its bytes): Cast, DequantizeLinear with a scale, and with T1 = u8 the bits alone. One
// invocation takes a byte apart.
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

uint codeIn(uint byte, uint index) { return (byte >> (index % narrowPerByte() * narrowBits())) & narrowMask(); }

T1_COMPUTE elementOf(uint code, uint index)
{
#ifdef T1_IS_u8
    return code;
#else
    float value = narrowValue(code);
    if (hasScale != 0) {
        const uint s = scaleIndex(index);
        if (hasZeroPoint != 0) {
            value -= narrowValue(codeIn(LOAD(T0, zeroPoint, s / narrowPerByte()), s));
        }
        value *= LOAD(T1, scale, s);
    }
    return T1_COMPUTE(value);
#endif
}

void main()
{
    const uint byte = linearIndex();
    const uint begin = byte * narrowPerByte();
    if (begin >= push.count) {
        return;
    }
    const uint bits = LOAD(T0, x, byte);
    const uint end = min(begin + narrowPerByte(), push.count);
    for (uint i = begin; i < end; ++i) {
        STORE(T1, y, i, elementOf(codeIn(bits, i), i));
    }
}
