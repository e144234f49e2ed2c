// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Winograd's F(2x2, 3x3), the input: every tile of 4 x 4 pixels d, two apart, becomes 16 values BT d B.
// v[image][16][channel][tile]; a lane makes 8 tiles, two runs of 4 neighbours, each in one row of tiles. Tiles beyond the
// picture are zeros.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "product/floats.glsl"
#include "product/shift.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
WIDE_TENSOR(0, readonly, x)
FLOATS_TENSOR(1, writeonly, v)

PARAMETERS(uint count; uint channels; uint height; uint width; uint groups; uint runsAcross; uint firstTileRow;
           uint firstImage; int padRow; int padColumn;)

// Ten neighbouring pixels from `column` on.
void loadRow(int rowBegin, bool inside, int column, out float values[10])
{
    const int begin = int(push.tensorOffset[0]) + (inside ? rowBegin + column : 0);
    const int last = int(push.tensorOffset[0]) + (inside ? rowBegin + int(push.width) - 1 : 0);
    const uint phase = uint(begin) & 7u;
    float low[8];
    float high[8];
    unpackGroup(GROUP(x, clamp(begin >> 3, 0, last >> 3)), low);
    unpackGroup(GROUP(x, clamp((begin >> 3) + 1, 0, last >> 3)), high);
    float first[8];
    float second[8];
    shiftInto(low, high, phase, first);
    shiftInto(high, high, phase, second);
    // The tenth may lie in a third group.
    const float tenth = T0_LOAD(AT(x, uint(clamp(begin + 9, 0, last)) - push.tensorOffset[0]));
    [[unroll]] for (int i = 0; i < 10; ++i) {
        const bool exists = inside && column + i >= 0 && column + i < int(push.width);
        const float value = i < 8 ? first[i % 8] : (i == 8 ? second[0] : tenth);
        values[i] = exists ? value : 0.0;
    }
}

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint group = index % push.groups;
    const uint plane = index / push.groups; // image * channels + channel
    const uint image = plane / push.channels;
    float tiles[16][8];
    [[unroll]] for (uint run = 0; run < 2; ++run) {
        const uint tileRow = push.firstTileRow + (group * 2 + run) / push.runsAcross;
        const int column = int((group * 2 + run) % push.runsAcross * 8) - push.padColumn;
        float d[4][10];
        [[unroll]] for (int i = 0; i < 4; ++i) {
            const int row = int(tileRow * 2) + i - push.padRow;
            const bool inside = row >= 0 && row < int(push.height);
            const int rowBegin = int(((push.firstImage * push.channels + plane) * push.height + uint(row)) * push.width);
            loadRow(rowBegin, inside, column, d[i]);
        }
        [[unroll]] for (uint j = 0; j < 10; ++j) {
            const float d0 = d[0][j], d1 = d[1][j], d2 = d[2][j], d3 = d[3][j];
            d[0][j] = d0 - d2;
            d[1][j] = d1 + d2;
            d[2][j] = d2 - d1;
            d[3][j] = d1 - d3;
        }
        [[unroll]] for (uint i = 0; i < 4; ++i) {
            [[unroll]] for (uint t = 0; t < 4; ++t) {
                const float e0 = d[i][2 * t], e1 = d[i][2 * t + 1], e2 = d[i][2 * t + 2], e3 = d[i][2 * t + 3];
                tiles[i * 4][run * 4 + t] = e0 - e2;
                tiles[i * 4 + 1][run * 4 + t] = e1 + e2;
                tiles[i * 4 + 2][run * 4 + t] = e2 - e1;
                tiles[i * 4 + 3][run * 4 + t] = e1 - e3;
            }
        }
    }
    const uint place = (image * 16 * push.channels + plane % push.channels) * push.groups + group;
    [[unroll]] for (uint i = 0; i < 16; ++i) {
        FLOATS(v, push.tensorOffset[1] / 8 + place + i * push.channels * push.groups) = packFloats(tiles[i]);
    }
}
