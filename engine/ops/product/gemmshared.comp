// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product for graphics cards without matrix units, and for types that those do not know.

#include "product/operands.glsl"

layout(local_size_x = 256) in;

#define WEIGHTLESS_SPLITS 4
#include "product/matrix.glsl"

float elementOfB(uint k, uint n)
{
    return LOAD(T0, b, batchOffsetB() + (transposedB != 0 ? n * push.channelStride + k : rowOffsetB(k) + n));
}

#include "product/sharedtiles.glsl"
