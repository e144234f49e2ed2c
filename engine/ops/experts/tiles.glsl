// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows times the weights of an expert that is chosen for each. A team makes tileRows x tileColumns results: of pairs that
// have an expert in common, so that what it reads of the weights serves all of them. A pair is a token and one of its
// experts; it reads row pair / pairsPerRow of `a`.
// Expects the tensors a (T0), route (U32) and y (F32), the parameters rows, columns, depth, tiles, experts and pairsPerRow,
// packs.glsl, and the constants tileRows, tileColumns, isGrouped and usesPacks; partSize, the elements that are multiplied
// at once, and stepElements, those of a step. Whoever includes this defines addStep().

#include "experts/absent.glsl"

uint expert;
uint pairs[tileRows];
float sum[tileRows][tileColumns];
float values[tileRows][partSize]; // of `a`

// Adds what the elements from `first` on contribute; the tile's columns begin at column0.
void addStep(uint column0, uint first);

// Of all experts' weights, the row that makes the column; of one that does not exist, the last.
uint weightRow(uint column) { return expert * push.columns + min(column, push.columns - 1); }

void loadValues(uint first)
{
    const bool isAligned = usesPacks != 0 && isPacked(push.tensorOffset[aSlot] | push.depth);
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        const uint begin = min(pairs[r] / push.pairsPerRow, push.rows - 1) * push.depth;
        if (isAligned && first + partSize <= push.depth) {
            [[unroll]] for (uint p = 0; p < partSize; p += packSize) {
                const uvec4 pack = aPack(begin + first + p, true);
                [[unroll]] for (uint i = 0; i < packSize; ++i) {
                    values[r][p + i] = elementOf(pack, i);
                }
            }
        } else {
            [[unroll]] for (uint i = 0; i < partSize; ++i) {
                const float value = LOAD(T0, a, begin + min(first + i, push.depth - 1));
                values[r][i] = first + i < push.depth ? value : 0.0;
            }
        }
    }
}

void main()
{
    const uint tile = teamRow();
    const uint tilesAcross = (push.columns + tileColumns - 1) / tileColumns;
    const bool exists = tile < push.tiles;
    const uint rowTile = exists ? tile / tilesAcross : 0;
    const uint column0 = exists ? tile % tilesAcross * tileColumns : 0;
    expert = AT(route, isGrouped != 0 ? rowTile * (tileRows + 1) : rowTile);
    const bool isUsed = exists && expert < push.experts;
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        pairs[r] = isGrouped == 0 ? rowTile : isUsed ? AT(route, rowTile * (tileRows + 1) + 1 + r) : absentPair;
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            sum[r][c] = 0.0;
        }
    }
    TEAM_FOR(step, isUsed ? (push.depth + stepElements - 1) / stepElements : 0) {
        addStep(column0, step * stepElements);
    }
    [[unroll]] for (uint r = 0; r < tileRows; ++r) {
        [[unroll]] for (uint c = 0; c < tileColumns; ++c) {
            const float total = teamSum(sum[r][c]);
            if (isUsed && teamLane() == 0 && pairs[r] != absentPair && column0 + c < push.columns) {
                AT(y, pairs[r] * push.columns + column0 + c) = total;
            }
        }
    }
}
