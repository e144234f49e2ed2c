// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product for graphics cards without matrix units, and for types that those do not know.

#include "product/operands.glsl"

layout(local_size_x = 256, local_size_x_id = 4) in;

#define WEIGHTLESS_SPLITS 8
#include "product/matrix.glsl"

layout(constant_id = 7) const uint hasTaps = 0; // B has more than one tap

// Where B's column begins.
#define ColumnOfB uint

uint columnOfB(uint n) { return batchOffsetB() + (transposedB != 0 ? n * push.channelStride : n); }

vec4 quadOfB(uint columns[4], uint k, out bvec4 exist)
{
    exist = bvec4(true);
    const uint row = transposedB != 0 ? k : hasTaps != 0 ? rowOffsetB(k) : k * push.channelStride;
    return vec4(LOAD(T0, b, columns[0] + row), LOAD(T0, b, columns[1] + row), LOAD(T0, b, columns[2] + row),
        LOAD(T0, b, columns[3] + row));
}

#include "product/sharedtiles.glsl"
