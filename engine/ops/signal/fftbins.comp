// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, writeonly, T0, y) // [outer, frame, bin, inner, 2], or 1 where half a spectrum becomes a real signal
TENSOR(1, readonly, REAL, x) // [lines, lineSize, 2]
TENSOR(2, readonly, REAL, chirp) // [size, 2]
// What a forward transform made of fftframes. With a chirp, x is the conjugate of a convolution.
PARAMETERS(uint count; uint firstLine; uint inner; uint bins; uint size; uint lineSize; uint isInverse; uint isHalf;
           uint hasChirp;)

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint bin = i % push.bins;
    const uint at = 2 * (i / push.bins * push.lineSize + bin);
    const uint line = push.firstLine + i / push.bins;
    REAL real = AT(x, at);
    REAL imaginary = AT(x, at + 1);
    const REAL scale = push.isInverse != 0 ? REAL(1) / REAL(push.size) : REAL(1);
    if (push.hasChirp != 0) {
        const REAL c = AT(chirp, 2 * bin);
        const REAL s = AT(chirp, 2 * bin + 1);
        const REAL turned = real * c - imaginary * s;
        imaginary = -(imaginary * c + real * s);
        real = turned;
    }
    const uint target = (line / push.inner * push.bins + bin) * push.inner + line % push.inner;
    if (push.isHalf != 0) {
        STORE(T0, y, target, real * scale);
        return;
    }
    STORE(T0, y, 2 * target, real * scale);
    STORE(T0, y, 2 * target + 1, (push.isInverse != 0 ? -imaginary : imaginary) * scale);
}
