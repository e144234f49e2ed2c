// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The loop of ops/stridedloop.h on the device. Each invocation handles up to itemsPerInvocation neighbours of the
// innermost dimension, so that the divisions that find the outer coordinates are paid once for all of them.

#ifndef WEIGHTLESS_STRIDEDLOOP_GLSL
#define WEIGHTLESS_STRIDEDLOOP_GLSL

layout(constant_id = 0) const uint loopRank = 1;
layout(constant_id = 1) const uint itemsPerInvocation = 1;

struct Run {
    uint outer; // linear index over all dimensions but the innermost
    uint begin; // of the innermost dimension
    uint end;
};

Run runOf(uint invocation, uint innerSize)
{
    const uint runs = (innerSize + itemsPerInvocation - 1) / itemsPerInvocation;
    const uint outer = loopRank == 1 ? 0 : invocation / runs;
    const uint begin = (invocation - outer * runs) * itemsPerInvocation;
    return Run(outer, begin, min(begin + itemsPerInvocation, innerSize));
}

// Splits the coordinate of dimension `d` off `outer`; call for loopRank - 2 down to 0.
uint takeCoordinate(inout uint outer, int d, uint size)
{
    if (d == 0) {
        return outer;
    }
    const uint quotient = outer / size;
    const uint coordinate = outer - quotient * size;
    outer = quotient;
    return coordinate;
}

#endif
