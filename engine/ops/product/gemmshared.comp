// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product for graphics cards without matrix units, and for types that those do not know.

#include "tensor.glsl"
#include "vectors.glsl"
#if defined(T0_IS_f32) || defined(T0_IS_f16) || defined(T0_IS_bf16)
#include "product/operands.glsl"
#else
#include "real.glsl"
TENSOR(0, readonly, T0, a)
TENSOR(1, readonly, T0, b)
TENSOR(2, writeonly, T0, c)
TENSOR(3, readonly, T0, bias)
TENSOR(3, readonly, REAL, factors)
TENSOR(4, readonly, T0, residual)
#define WEIGHTLESS_NUMBERS
#endif
#define QUAD VECTOR(T0_COMPUTE)

layout(local_size_x = 256, local_size_x_id = 4) in;

#define WEIGHTLESS_SPLITS 8
#include "product/matrix.glsl"

layout(constant_id = 7) const uint hasTaps = 0; // B has more than one tap

// Where B's column begins.
#define ColumnOfB uint

uint columnOfB(uint n) { return batchOffsetB() + (transposedB != 0 ? n * push.channelStride : n); }

QUAD quadOfB(uint columns[4], uint k, out bvec4 exist)
{
    exist = bvec4(true);
    const uint row = transposedB != 0 ? k : hasTaps != 0 ? rowOffsetB(k) : k * push.channelStride;
    return QUAD(LOAD(T0, b, columns[0] + row), LOAD(T0, b, columns[1] + row), LOAD(T0, b, columns[2] + row),
        LOAD(T0, b, columns[3] + row));
}

#include "product/sharedtiles.glsl"
