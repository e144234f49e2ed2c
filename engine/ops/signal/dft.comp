// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

layout(local_size_x = 64) in;

// Everything but the signal's own type is in the type of the arithmetic.
#define WIDE_STORAGE T0_COMPUTE
#ifdef T0_IS_f64
#define WIDE_BYTES 8
#else
#define WIDE_BYTES 4
#endif
TENSOR(0, readonly, T0, x) // [outer, time, inner, parts]
TENSOR(1, readonly, WIDE, turns) // [size, 2]: cosine and sine of every fraction of a turn
TENSOR(2, readonly, T0, window)
TENSOR(3, , WIDE, sums) // [count, 2]
TENSOR(4, writeonly, T0, y) // [outer, frame, bin, inner, 2], or 1 where half a spectrum becomes a real signal
// A frame begins every `hop` times and has `size` of them; those from `available` on are zero. A sum has `terms`: all of
// the frame, or half of a spectrum whose other half mirrors it. Long ones are summed in parts: this one is
// [first, first + steps).
PARAMETERS(uint count; uint frames; uint bins; uint inner; uint times; uint parts; uint hop; uint size; uint available;
           uint hasWindow; uint isInverse; uint isHalf; uint terms; uint first; uint steps;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint column = i % push.inner;
    uint rest = i / push.inner;
    const uint bin = rest % push.bins;
    rest /= push.bins;
    const uint frame = rest % push.frames;
    const uint outer = rest / push.frames;
    T0_COMPUTE real = T0_COMPUTE(0);
    T0_COMPUTE imaginary = T0_COMPUTE(0);
    if (push.first != 0) {
        real = AT(sums, 2 * i);
        imaginary = AT(sums, 2 * i + 1);
    }
    uint turn = uint(uint64_t(bin) * push.first % push.size);
    const uint end = push.first + push.steps;
    for (uint n = push.first; n < end; ++n) {
        if (n < push.available) {
            const uint time = frame * push.hop + n;
            const uint at = ((outer * push.times + time) * push.inner + column) * push.parts;
            // The first of half a spectrum, and the last of an even one, have no other that mirrors them.
            const bool isMirrored = push.isHalf != 0 && n != 0 && 2 * n != push.size;
            const T0_COMPUTE weight = push.hasWindow != 0 ? LOAD(T0, window, n) : T0_COMPUTE(isMirrored ? 2 : 1);
            const T0_COMPUTE a = LOAD(T0, x, at) * weight;
            const T0_COMPUTE b = push.parts == 2 ? LOAD(T0, x, at + 1) * weight : T0_COMPUTE(0);
            const T0_COMPUTE c = AT(turns, 2 * turn);
            const T0_COMPUTE s = push.isInverse != 0 ? AT(turns, 2 * turn + 1) : -AT(turns, 2 * turn + 1);
            real += a * c - b * s;
            imaginary += a * s + b * c;
        }
        turn += bin;
        turn -= turn >= push.size ? push.size : 0;
    }
    if (end < push.terms) {
        AT(sums, 2 * i) = real;
        AT(sums, 2 * i + 1) = imaginary;
        return;
    }
    const T0_COMPUTE scale = push.isInverse != 0 ? T0_COMPUTE(1) / T0_COMPUTE(push.size) : T0_COMPUTE(1);
    if (push.isHalf != 0) {
        STORE(T0, y, i, real * scale);
        return;
    }
    STORE(T0, y, 2 * i, real * scale);
    STORE(T0, y, 2 * i + 1, imaginary * scale);
}
