// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention for graphics cards without matrix units, and for types that those do not know (tile.glsl, tileweights.glsl):
// 16 x 16 invocations make 64 x 64 scores, 4 x 4 each, and as many columns of 16 of the result as it has, strided by 16.

#include "tensor.glsl"

layout(local_size_x = 256) in;

#include "attention/tileweights.glsl"

layout(constant_id = 9) const uint resultColumns = 4; // per invocation: a sixteenth of the width, rounded up to fours

const uint stepDepth = 16;
const uint tilePitch = 65;
const uint perInvocation = 4;
shared float tileA[stepDepth * tilePitch]; // of q
shared float tileB[stepDepth * tilePitch]; // of k or v

float storeWeight(uint row, uint key, float weight)
{
    scores[row * scorePitch + key] = weight;
    return weight;
}

float keyElement(uint key, uint d)
{
    const uint begin = matrixBegin(headsOfK, gl_WorkGroupID.y, push.keys, depth);
    const uint place = isTransposed != 0 ? d * push.keys + key : key * rowPitch(headsOfK, depth) + d;
    return key < push.keys && d < depth ? LOAD(T0, k, begin + place) : 0.0;
}

void loadDepths(uint firstRow, uint firstKey, uint d0)
{
    const uint lane = gl_LocalInvocationID.x;
    [[unroll]] for (uint load = 0; load < 4; ++load) {
        const uint d = lane % 16; // neighbours read along the depth
        const uint row = lane / 16 + load * 16;
        float value = 0.0;
        if (d0 + d < depth && firstRow + row < push.rows) {
            const uint begin = matrixBegin(headsOfQ, gl_WorkGroupID.y, push.rows, depth);
            value = LOAD(T0, q, begin + (firstRow + row) * rowPitch(headsOfQ, depth) + d0 + d);
        }
        tileA[d * tilePitch + row] = value;
    }
    [[unroll]] for (uint load = 0; load < 4; ++load) {
        const uint d = isTransposed != 0 ? (lane + load * 256) / tileKeys : lane % 16;
        const uint key = isTransposed != 0 ? lane % tileKeys : lane / 16 + load * 16;
        tileB[d * tilePitch + key] = keyElement(firstKey + key, d0 + d);
    }
}

void loadValues(uint firstKey, uint firstColumn)
{
    const uint lane = gl_LocalInvocationID.x;
    [[unroll]] for (uint load = 0; load < 4; ++load) {
        const uint key = (lane + load * 256) / 64;
        const uint column = lane % 64;
        float value = 0.0;
        if (firstKey + key < push.keys && firstColumn + column < width) {
            const uint begin = matrixBegin(headsOfV, gl_WorkGroupID.y, push.keys, width);
            value = LOAD(T0, v, begin + (firstKey + key) * rowPitch(headsOfV, width) + firstColumn + column);
        }
        tileB[key * tilePitch + column] = value;
    }
}

void makeScores(uint firstRow, uint firstKey)
{
    const uint x = gl_LocalInvocationID.x % 16;
    const uint y = gl_LocalInvocationID.x / 16;
    float sum[perInvocation][perInvocation];
    [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
        [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
            sum[i][j] = 0.0;
        }
    }
    for (uint d0 = 0; d0 < depth; d0 += stepDepth) {
        loadDepths(firstRow, firstKey, d0);
        barrier();
        [[unroll]] for (uint d = 0; d < stepDepth; ++d) {
            float valuesB[perInvocation];
            [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
                valuesB[j] = tileB[d * tilePitch + x + j * 16];
            }
            [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
                const float valueA = tileA[d * tilePitch + y + i * 16];
                [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
                    sum[i][j] += valueA * valuesB[j];
                }
            }
        }
        barrier();
    }
    [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
        [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
            scores[(y + i * 16) * scorePitch + x + j * 16] = sum[i][j];
        }
    }
}

void main()
{
    const uint firstRow = gl_WorkGroupID.x * tileRows;
    const uint x = gl_LocalInvocationID.x % 16;
    const uint y = gl_LocalInvocationID.x / 16;
    float result[perInvocation][resultColumns];
    [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
        [[unroll]] for (uint j = 0; j < resultColumns; ++j) {
            result[i][j] = 0.0;
        }
    }
    beginRows();
    const uint keys = keysOfTile(firstRow);
    for (uint firstKey = 0; firstKey < keys; firstKey += tileKeys) {
        makeScores(firstRow, firstKey);
        barrier();
        weighTile(firstRow, firstKey);
        [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
            const float factor = factors[y + i * 16];
            [[unroll]] for (uint j = 0; j < resultColumns; ++j) {
                result[i][j] *= factor;
            }
        }
        for (uint key0 = 0; key0 < tileKeys; key0 += stepDepth) {
            // Within that loop: compilers do not unroll one that holds another, and would have results in memory.
            [[unroll]] for (uint j0 = 0; j0 < resultColumns; j0 += perInvocation) {
                loadValues(firstKey + key0, j0 * 16);
                barrier();
                [[unroll]] for (uint key = 0; key < stepDepth; ++key) {
                    [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
                        const float weight = scores[(y + i * 16) * scorePitch + key0 + key];
                        [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
                            result[i][j0 + j] += weight * tileB[key * tilePitch + x + j * 16];
                        }
                    }
                }
                barrier();
            }
        }
    }
    [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
        [[unroll]] for (uint j = 0; j < resultColumns; ++j) {
            storeValue(firstRow, y + i * 16, x + j * 16, result[i][j]);
        }
    }
}
