// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product for graphics cards without matrix units, and for types that those do not know.

#include "product/operands.glsl"

layout(local_size_x = 256) in;

#define WEIGHTLESS_SPLITS 5
#include "product/matrix.glsl"

layout(constant_id = 4) const uint hasTaps = 0; // B has more than one tap

// Where B's column begins.
#define ColumnOfB uint

uint columnOfB(uint n) { return batchOffsetB() + (transposedB != 0 ? n * push.channelStride : n); }

float elementOfB(uint column, uint k)
{
    const uint row = transposedB != 0 ? k : hasTaps != 0 ? rowOffsetB(k) : k * push.channelStride;
    return LOAD(T0, b, column + row);
}

#include "product/sharedtiles.glsl"
