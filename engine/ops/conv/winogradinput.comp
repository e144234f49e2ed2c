// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Winograd's input: the pixels d that a tile's results are made of, two more in each direction, become its values BT d B.
// v[image][value][channel][tile]; a lane makes 8 tiles, in runs of neighbours in a row of tiles, which are 8 columns of results.
// Tiles beyond the picture are zeros.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "product/floats.glsl"
#include "conv/winograd.glsl"

layout(local_size_x = 64) in;

GROUPS(0, x)
FLOATS_TENSOR(1, writeonly, v)

PARAMETERS(uint count; uint channels; uint height; uint width; uint groups; uint runsAcross; uint firstTileRow;
           uint firstImage; int padRow; int padColumn;)

// Ten neighbouring pixels from `column` on.
void loadRow(int rowBegin, bool inside, int column, out float values[10])
{
    const int begin = int(push.tensorOffset[0]) + (inside ? rowBegin + column : 0);
    const int last = int(push.tensorOffset[0]) + (inside ? rowBegin + int(push.width) - 1 : 0);
    READ_NEIGHBOURS(x, begin >> texelShift, 0, last >> texelShift, uint(begin), 10, values)
    [[unroll]] for (int i = 0; i < 10; ++i) {
        values[i] = inside && column + i >= 0 && column + i < int(push.width) ? values[i] : 0.0;
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
    float tiles[values][8];
    [[unroll]] for (uint run = 0; run < runsPerGroup; ++run) {
        const uint tileRow = push.firstTileRow + (group * runsPerGroup + run) / push.runsAcross;
        const int column = int((group * runsPerGroup + run) % push.runsAcross * 8) - push.padColumn;
        float d[6][10];
        [[unroll]] for (int i = 0; i < edge; ++i) {
            const int row = int(tileRow * tileEdge) + i - push.padRow;
            const bool inside = row >= 0 && row < int(push.height);
            const int rowBegin = int(((push.firstImage * push.channels + plane) * push.height + uint(row)) * push.width);
            loadRow(rowBegin, inside, column, d[i]);
        }
        [[unroll]] for (uint j = 0; j < 10; ++j) {
            float pixels[6];
            [[unroll]] for (uint i = 0; i < edge; ++i) {
                pixels[i] = d[i][j];
            }
            toValues(pixels);
            [[unroll]] for (uint i = 0; i < edge; ++i) {
                d[i][j] = pixels[i];
            }
        }
        [[unroll]] for (uint i = 0; i < edge; ++i) {
            [[unroll]] for (uint t = 0; t < tilesPerRun; ++t) {
                float pixels[6];
                [[unroll]] for (uint j = 0; j < edge; ++j) {
                    pixels[j] = d[i][t * tileEdge + j];
                }
                toValues(pixels);
                [[unroll]] for (uint j = 0; j < edge; ++j) {
                    tiles[i * edge + j][run * tilesPerRun + t] = pixels[j];
                }
            }
        }
    }
    const uint place = (image * values * push.channels + plane % push.channels) * push.groups + group;
    [[unroll]] for (uint i = 0; i < values; ++i) {
        FLOATS(v, push.tensorOffset[1] / 8 + place + i * push.channels * push.groups) = packFloats(tiles[i]);
    }
}
