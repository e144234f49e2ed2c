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

// Kernels of software devices define QUICK_QUOTIENTS: processors have no division of integers for all lanes at once, and theirs
// one after the other takes as long as a run's copy. Exact for all numbers below 2^31, `divisor` not 0: the first guess is off
// by n / 2^22, the second by one.
uint indexQuotient(uint n, uint divisor)
{
#ifdef QUICK_QUOTIENTS
    const float reciprocal = 1.0 / float(int(divisor));
    uint quotient = uint(int(float(int(n)) * reciprocal));
    quotient += uint(int(float(int(n - quotient * divisor)) * reciprocal));
    const int rest = int(n - quotient * divisor);
    return rest < 0 ? quotient - 1 : rest >= int(divisor) ? quotient + 1 : quotient;
#else
    return n / divisor;
#endif
}

Run runOf(uint invocation, uint innerSize)
{
    const uint runs = (innerSize + itemsPerInvocation - 1) / itemsPerInvocation;
    const uint outer = loopRank == 1 ? 0 : indexQuotient(invocation, runs);
    const uint begin = (invocation - outer * runs) * itemsPerInvocation;
    return Run(outer, begin, min(begin + itemsPerInvocation, innerSize));
}

// Splits the coordinate of dimension `d` off `outer`; call for loopRank - 2 down to 0.
uint takeCoordinate(inout uint outer, int d, uint size)
{
    if (d == 0) {
        return outer;
    }
    const uint quotient = indexQuotient(outer, size);
    const uint coordinate = outer - quotient * size;
    outer = quotient;
    return coordinate;
}

#endif
