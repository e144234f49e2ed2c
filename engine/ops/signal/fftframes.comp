// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x) // [outer, time, inner, parts]
TENSOR(1, readonly, T0, window)
TENSOR(2, readonly, REAL, chirp) // [size, 2]
TENSOR(3, writeonly, REAL, y) // [lines, lineSize, 2]
// Frames as a forward transform takes them, one line each: windowed, with zeros where the signal has ended, the half of
// a spectrum that was left out put back, conjugates where the transform is an inverse one. A chirp is longer than the
// frames that it turns.
PARAMETERS(uint count; uint firstLine; uint frames; uint inner; uint times; uint parts; uint hop; uint size;
           uint lineSize; uint available; uint hasWindow; uint isInverse; uint isHalf; uint hasChirp;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint n = i % push.lineSize;
    const uint line = push.firstLine + i / push.lineSize;
    const uint column = line % push.inner;
    const uint frame = line / push.inner % push.frames;
    const uint outer = line / push.inner / push.frames;
    const uint place = push.isHalf != 0 && n < push.size && n > push.size - n ? push.size - n : n;
    REAL real = REAL(0);
    REAL imaginary = REAL(0);
    if (n < push.size && place < push.available) {
        const uint time = frame * push.hop + place;
        const uint at = ((outer * push.times + time) * push.inner + column) * push.parts;
        const REAL weight = push.hasWindow != 0 ? LOAD(T0, window, n) : REAL(1);
        real = LOAD(T0, x, at) * weight;
        imaginary = push.parts == 2 ? LOAD(T0, x, at + 1) * weight : REAL(0);
        // The first of half a spectrum, and the last of an even one, mirror themselves.
        const bool isOwnMirror = push.isHalf != 0 && (n == 0 || 2 * n == push.size);
        imaginary = isOwnMirror ? REAL(0) : place != n ? -imaginary : imaginary;
        imaginary = push.isInverse != 0 ? -imaginary : imaginary;
    }
    if (push.hasChirp != 0 && n < push.size) {
        const REAL c = AT(chirp, 2 * n);
        const REAL s = AT(chirp, 2 * n + 1);
        const REAL turned = real * c + imaginary * s;
        imaginary = imaginary * c - real * s;
        real = turned;
    }
    AT(y, 2 * i) = real;
    AT(y, 2 * i + 1) = imaginary;
}
