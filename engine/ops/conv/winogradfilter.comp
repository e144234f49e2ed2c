// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Winograd's filters: 3 x 3 weights g become the values G g GT of a tile. u[value][filter][channel], channels padded to a
// multiple of 8. A lane makes 8 channels of a filter: 72 neighbouring weights.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "product/floats.glsl"
#include "conv/winograd.glsl"

layout(local_size_x = 64) in;

GROUPS(0, w)
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
    const uint last = push.tensorOffset[0] + push.lastWeight; // of the tensor
    float weights[72];
    READ_NEIGHBOURS(w, begin / texelElements, 0, last / texelElements, begin, 72, weights)
    float tiles[values][8];
    [[unroll]] for (uint c = 0; c < 8; ++c) {
        float rows[6][3];
        [[unroll]] for (uint j = 0; j < 3; ++j) {
            float column[6];
            weightsToValues(weights[c * 9 + j], weights[c * 9 + 3 + j], weights[c * 9 + 6 + j], column);
            [[unroll]] for (uint i = 0; i < edge; ++i) {
                rows[i][j] = column[i];
            }
        }
        [[unroll]] for (uint i = 0; i < edge; ++i) {
            float row[6];
            weightsToValues(rows[i][0], rows[i][1], rows[i][2], row);
            [[unroll]] for (uint j = 0; j < edge; ++j) {
                tiles[i * edge + j][c] = row[j];
            }
        }
    }
    [[unroll]] for (uint i = 0; i < values; ++i) {
        FLOATS(u, push.tensorOffset[1] / 8 + index + i * push.count) = packFloats(tiles[i]);
    }
}
