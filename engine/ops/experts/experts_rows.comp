// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "rows.glsl"

// Experts whose weights are floats (tiles.glsl).

TENSOR(0, readonly, T0, weights) // [experts, columns, depth]
TENSOR(1, readonly, T0, a) // [rows, depth]
TENSOR(2, readonly, U32, route)
TENSOR(3, writeonly, F32, y) // [pairs, columns]
PARAMETERS(uint rows; uint columns; uint depth; uint tiles; uint experts; uint pairsPerRow;)

layout(constant_id = 3) const uint tileRows = 1;
layout(constant_id = 4) const uint tileColumns = 4;
layout(constant_id = 5) const uint isGrouped = 0;
layout(constant_id = 6) const uint usesPacks = 0;
#include "product/packs.glsl"

PACKS_TENSOR(0, weights)
PACKS_TENSOR(1, a)

const uint partSize = packSize;
const uint stepElements = packSize;
#include "experts/tiles.glsl"

void addStep(uint column0, uint first)
{
    loadValues(first);
    const bool isAligned = usesPacks != 0 && isPacked(push.tensorOffset[weightsSlot] | push.depth);
    [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
        const uint begin = weightRow(column0 + c) * push.depth;
        float numbers[partSize];
        if (isAligned) {
            const uvec4 pack = weightsPack(begin + first, true);
            [[unroll]] for (uint i = 0; i < partSize; ++i) {
                numbers[i] = elementOf(pack, i);
            }
        } else {
            [[unroll]] for (uint i = 0; i < partSize; ++i) {
                numbers[i] = first + i < push.depth ? LOAD(T0, weights, begin + first + i) : 0.0;
            }
        }
        [[unroll]] for (uint r = 0; r < tileRows; ++r) {
            [[unroll]] for (uint i = 0; i < partSize; ++i) {
                sum[r][c] += numbers[i] * values[r][i];
            }
        }
    }
}
