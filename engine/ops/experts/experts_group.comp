// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

// Pairs of a token and one of its experts, by expert, in tiles of at most tileRows that have the same. A tile is its
// expert, then its pairs; absentExpert and absentPair where there is none. One work group counts, adds up and puts each
// where it belongs; which tile of its expert a pair comes into changes nothing of its result. Where pairs
// are sorted they are rows of matrices, too: as many for each tile.

layout(local_size_x = 256) in;
TENSOR(0, readonly, T0, chosen) // [pairs]
TENSOR(1, writeonly, U32, tiles) // [tileCount, 1 + tileRows]
TENSOR(2, writeonly, I32, tokens) // [tileCount * tileRows]: of each row; 0 where it has none
TENSOR(3, writeonly, U32, rows) // [pairs]: of each pair
PARAMETERS(uint pairs; uint experts; uint tileCount; uint tileRows; uint pairsPerToken;)

layout(constant_id = 0) const uint isSorted = 0;

#include "experts/absent.glsl"

shared uint places[mostGroupedExperts]; // how many pairs, then where the next one goes
shared uint usedTiles;

void main()
{
    const uint lane = gl_LocalInvocationID.x;
    const uint stride = push.tileRows + 1;
    for (uint e = lane; e < push.experts; e += gl_WorkGroupSize.x) {
        places[e] = 0;
    }
    barrier();
    for (uint p = lane; p < push.pairs; p += gl_WorkGroupSize.x) {
        const uint expert = AT(chosen, p);
        if (expert < push.experts) {
            atomicAdd(places[expert], 1);
        }
    }
    barrier();
    if (lane == 0) {
        uint tile = 0;
        for (uint e = 0; e < push.experts; ++e) {
            const uint count = places[e];
            places[e] = tile * push.tileRows;
            tile += (count + push.tileRows - 1) / push.tileRows;
        }
        usedTiles = tile;
    }
    barrier();
    for (uint p = lane; p < push.pairs; p += gl_WorkGroupSize.x) {
        const uint expert = AT(chosen, p);
        if (expert < push.experts) {
            const uint place = atomicAdd(places[expert], 1);
            const uint tile = place / push.tileRows;
            AT(tiles, tile * stride + 1 + place % push.tileRows) = p;
            if (isSorted != 0) {
                AT(tokens, place) = int(p / push.pairsPerToken);
                AT(rows, p) = place;
            }
            if (place % push.tileRows == 0) {
                AT(tiles, tile * stride) = expert;
            }
        }
    }
    barrier();
    for (uint e = lane; e < push.experts; e += gl_WorkGroupSize.x) {
        for (uint place = places[e]; place % push.tileRows != 0; ++place) {
            AT(tiles, place / push.tileRows * stride + 1 + place % push.tileRows) = absentPair;
            if (isSorted != 0) {
                AT(tokens, place) = 0;
            }
        }
    }
    for (uint tile = usedTiles + lane; tile < push.tileCount; tile += gl_WorkGroupSize.x) {
        AT(tiles, tile * stride) = absentExpert;
        for (uint r = 0; isSorted != 0 && r < push.tileRows; ++r) {
            AT(tokens, tile * push.tileRows + r) = 0;
        }
    }
}
