// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A work group of 16 x 16 invocations makes 64 x 64 results from tiles in shared memory, 4 x 4 per invocation, strided by 16 so
// that neighbours read neighbouring words. The kernels that are made of it say what B is: elementOfB(columnOfB(n), k).
// What a column is takes divisions, so it is asked before the loop.

#include "product/epilogue.glsl"

const uint tileSize = 64;
const uint tileDepth = 16;
const uint perInvocation = 4;
const uint columnsHeld = transposedB != 0 ? 4 : 1; // an invocation reads of one, or of as many as it makes loads
shared float tileA[tileDepth][tileSize + 1];
shared float tileB[tileDepth][tileSize + 1];

void main()
{
    const uint lane = gl_LocalInvocationID.x;
    const uint x = lane % 16;
    const uint y = lane / 16;
    const uint row0 = gl_WorkGroupID.y * tileSize;
    const uint column0 = gl_WorkGroupID.x * tileSize;
    const uint firstA = batchOffsetA();
    // Neighbours read along whichever of k and n is contiguous. Columns beyond B's last are not stored.
    ColumnOfB columns[columnsHeld];
    [[unroll]] for (uint i = 0; i < columnsHeld; ++i) {
        const uint n = transposedB != 0 ? y + i * 16 : lane % tileSize;
        columns[i] = columnOfB(min(column0 + n, push.columns - 1));
    }
    float sum[perInvocation][perInvocation];
    [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
        [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
            sum[i][j] = 0.0;
        }
    }
    for (uint k0 = partBegin(tileDepth); k0 < partEnd(tileDepth); k0 += tileDepth) {
        [[unroll]] for (uint load = 0; load < 4; ++load) {
            const uint k = k0 + x; // neighbours read along k
            const uint row = row0 + y + load * 16;
            float value = 0.0;
            if (k < push.depth && row < push.rows) {
                value = LOAD(T0, a, firstA + row * push.strideA + k);
            }
            tileA[x][y + load * 16] = value;
        }
        [[unroll]] for (uint load = 0; load < 4; ++load) {
            const uint k = transposedB != 0 ? x : (lane + load * 256) / tileSize;
            const uint n = transposedB != 0 ? y + load * 16 : (lane + load * 256) % tileSize;
            float value = 0.0;
            if (k0 + k < push.depth) {
                value = elementOfB(columns[load % columnsHeld], k0 + k);
            }
            tileB[k][n] = value;
        }
        barrier();
        [[unroll]] for (uint k = 0; k < tileDepth; ++k) {
            float valuesA[perInvocation];
            float valuesB[perInvocation];
            [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
                valuesA[i] = tileA[k][y + i * 16];
                valuesB[i] = tileB[k][x + i * 16];
            }
            [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
                [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
                    sum[i][j] += valuesA[i] * valuesB[j];
                }
            }
        }
        barrier();
    }
    [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
        const uint column = column0 + x + j * 16;
        bool exists;
        const uint place = placeOfColumn(column, exists);
        [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
            const uint row = row0 + y + i * 16;
            if (exists && row < push.rows) {
                storeSum(row, column, place, sum[i][j]);
            }
        }
    }
}
