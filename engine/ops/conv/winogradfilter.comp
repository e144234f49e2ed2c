// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Winograd's F(2x2, 3x3), the filters: 3 x 3 weights g become 16 values G g GT. u[16][filter][channel], channels padded to
// a multiple of 8. A lane makes 8 channels of a filter: 72 neighbouring weights.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "product/floats.glsl"
#include "product/shift.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, w)
WIDE_TENSOR(0, readonly, w)
FLOATS_TENSOR(1, writeonly, u)

PARAMETERS(uint count; uint channels; uint groups; uint firstFilter; uint lastWeight;)

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint group = index % push.groups;
    const uint filterIndex = push.firstFilter + index / push.groups;
    const uint begin = push.tensorOffset[0] + (filterIndex * push.channels + group * 8) * 9;
    const uint last = (push.tensorOffset[0] + push.lastWeight) / 8; // of the tensor
    float weights[72];
    float low[8];
    unpackGroup(GROUP(w, min(begin / 8, last)), low);
    [[unroll]] for (uint i = 0; i < 9; ++i) {
        float high[8];
        float values[8];
        unpackGroup(GROUP(w, min(begin / 8 + i + 1, last)), high);
        shiftInto(low, high, begin & 7u, values);
        low = high;
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            weights[i * 8 + e] = values[e];
        }
    }
    float tiles[16][8];
    [[unroll]] for (uint c = 0; c < 8; ++c) {
        float rows[4][3];
        [[unroll]] for (uint j = 0; j < 3; ++j) {
            const float g0 = weights[c * 9 + j], g1 = weights[c * 9 + 3 + j], g2 = weights[c * 9 + 6 + j];
            rows[0][j] = g0;
            rows[1][j] = 0.5 * (g0 + g1 + g2);
            rows[2][j] = 0.5 * (g0 - g1 + g2);
            rows[3][j] = g2;
        }
        [[unroll]] for (uint i = 0; i < 4; ++i) {
            tiles[i * 4][c] = rows[i][0];
            tiles[i * 4 + 1][c] = 0.5 * (rows[i][0] + rows[i][1] + rows[i][2]);
            tiles[i * 4 + 2][c] = 0.5 * (rows[i][0] - rows[i][1] + rows[i][2]);
            tiles[i * 4 + 3][c] = rows[i][2];
        }
    }
    [[unroll]] for (uint i = 0; i < 16; ++i) {
        FLOATS(u, push.tensorOffset[1] / 8 + index + i * push.count) = packFloats(tiles[i]);
    }
}
