// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention for graphics cards without matrix units, and for types that those do not know (tile.glsl): 16 x 16 invocations
// make the scores of 64 rows and 64 keys, 4 x 4 each, and as many quads of 64 columns of the result as it has. An invocation's
// rows are 16 apart, and so are its keys. What becomes of its scores is its own affair, but for a row's largest, which the row's 16
// invocations compare, and for weights, which all of them multiply.
// What is multiplied passes through shared memory in quads, of elements along the depth, or of columns. Each invocation
// brings one quad of each operand a step, and holds the next one while it multiplies. Steps lie in two places by turns, so each
// has one barrier: whoever is a step ahead does not write where others still read.

#include "tensor.glsl"
#include "vectors.glsl"

layout(local_size_x = 256) in;

#include "attention/tile.glsl"

layout(constant_id = 9) const uint resultQuads = 1; // an invocation's of a row: one of each 64 columns
layout(constant_id = 10) const uint inQuads = 0; // tensors of q, k, v, y (bits 1, 2, 4, 8) whose rows are whole quads in memory

VECTOR_TENSOR(0, readonly, VECTOR(T0_STORAGE), q)
VECTOR_TENSOR(1, readonly, VECTOR(T0_STORAGE), k)
VECTOR_TENSOR(2, readonly, VECTOR(T0_STORAGE), v)
VECTOR_TENSOR(4, writeonly, VECTOR(T0_STORAGE), y)

const uint perInvocation = 4;
const uint resultCount = perInvocation * resultQuads;
const uint tileKeys = 64;
const uint stepDepth = 16;
const uint stepKeys = 16;
const uint steps = (depth + stepDepth - 1) / stepDepth;
const uint quadsDeep = stepDepth / 4;
const uint pitch = quadsDeep + 1; // rows beside each other lie in different banks, and so do quads of weights
const uint weightPitch = 17; // of a key's weights, of which a quad has four rows

const uint firstOfSteps = tileKeys * weightPitch;
const uint operandQuads = 64 * pitch;
shared vec4 memory[firstOfSteps + 2 * operandQuads];

// Nobody needs weights while scores are made, so every second step lies where they go, and the last one does: rows compare their
// largest scores where nobody reads it any more. Values do not follow there at once.
uint placeOfStep(uint index) { return (index + steps) % 2 != 0 ? 0 : firstOfSteps; }
const uint compared = firstOfSteps;
uint placeOfValues(uint index) { return firstOfSteps + (index % 2 != 0 ? 0 : operandQuads); }

uint across() { return gl_LocalInvocationID.x % 16; }
uint down() { return gl_LocalInvocationID.x / 16; }

#define QUAD_AT(name, element) vec4(VECTOR(T0_LOAD)(VECTOR_AT(name, (push.tensorOffset[name##Slot] + (element)) / 4)))

// A row's quad from element `at` on. Behind `end` it is another element of the row: what is read asks for no branch, at whose end
// a processor would wait for it.
#define QUAD_OF_ROW(name, bit, first, at, end)                                                                        \
    ((inQuads & bit) != 0                                                                                             \
            ? QUAD_AT(name, (first) + min(at, (end) - 4))                                                             \
            : vec4(LOAD(T0, name, (first) + min(at, (end) - 1)), LOAD(T0, name, (first) + min((at) + 1, (end) - 1)),  \
                  LOAD(T0, name, (first) + min((at) + 2, (end) - 1)), LOAD(T0, name, (first) + min((at) + 3, (end) - 1))))

vec4 zeroBehind(vec4 quad, uint at, uint end) { return mix(vec4(0.0), quad, lessThan(at + uvec4(0, 1, 2, 3), uvec4(end))); }

// This invocation's of a step: a row, or where keys lie beside each other a key, and a quad of its depth.
uint rowOfStep() { return gl_LocalInvocationID.x / quadsDeep; }
uint quadOfStep() { return gl_LocalInvocationID.x % quadsDeep; }
uint keyOfStep() { return isTransposed != 0 ? gl_LocalInvocationID.x % tileKeys : rowOfStep(); }
uint keyQuadOfStep() { return isTransposed != 0 ? gl_LocalInvocationID.x / tileKeys : quadOfStep(); }

vec4 quadOfQueries(uint firstRow, uint d0)
{
    const uint row = min(firstRow + rowOfStep(), push.rows - 1);
    const uint first = matrixBegin(headsOfQ, gl_WorkGroupID.y, push.rows, depth) + row * rowPitch(headsOfQ, depth);
    return QUAD_OF_ROW(q, 1, first, d0 + 4 * quadOfStep(), depth);
}

vec4 quadOfKeys(uint firstKey, uint d0)
{
    const uint key = min(firstKey + keyOfStep(), push.keys - 1);
    const uint begin = matrixBegin(headsOfK, gl_WorkGroupID.y, push.keys, depth);
    const uint d = d0 + 4 * keyQuadOfStep();
    if (isTransposed != 0) {
        return vec4(LOAD(T0, k, begin + min(d, depth - 1) * push.keys + key),
            LOAD(T0, k, begin + min(d + 1, depth - 1) * push.keys + key),
            LOAD(T0, k, begin + min(d + 2, depth - 1) * push.keys + key),
            LOAD(T0, k, begin + min(d + 3, depth - 1) * push.keys + key));
    }
    return QUAD_OF_ROW(k, 2, begin + key * rowPitch(headsOfK, depth), d, depth);
}

vec4 quadOfValues(uint firstKey, uint block)
{
    const uint key = min(firstKey + down(), push.keys - 1);
    const uint first = matrixBegin(headsOfV, gl_WorkGroupID.y, push.keys, width) + key * rowPitch(headsOfV, width);
    return QUAD_OF_ROW(v, 4, first, block * 64 + 4 * across(), width);
}

// scores[j][i] of row down() + 16 i and key across() + 16 j
void makeScores(uint firstRow, uint firstKey, out vec4 scores[perInvocation])
{
    [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
        scores[j] = vec4(0.0);
    }
    vec4 nextA = quadOfQueries(firstRow, 0);
    vec4 nextB = quadOfKeys(firstKey, 0);
    [[dont_unroll]] for (uint index = 0; index < steps; ++index) { // or what many steps read would be held at once
        const uint d0 = index * stepDepth;
        const uint place = placeOfStep(index);
        memory[place + rowOfStep() * pitch + quadOfStep()] = zeroBehind(nextA, d0 + 4 * quadOfStep(), depth);
        memory[place + operandQuads + keyOfStep() * pitch + keyQuadOfStep()] =
            zeroBehind(nextB, d0 + 4 * keyQuadOfStep(), depth);
        barrier();
        nextA = quadOfQueries(firstRow, d0 + stepDepth); // after the last step, nothing new
        nextB = quadOfKeys(firstKey, d0 + stepDepth);
        [[unroll]] for (uint d = 0; d < quadsDeep; ++d) {
            vec4 quadsA[perInvocation];
            [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
                quadsA[i] = memory[place + (down() + i * 16) * pitch + d];
            }
            [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
                const vec4 quadB = memory[place + operandQuads + (across() + j * 16) * pitch + d];
                [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
                    scores[j][i] += dot(quadsA[i], quadB);
                }
            }
        }
    }
}

// Of each row, whose references are the largest scores so far, and sums those of the weights of this invocation's keys.
struct Rows {
    uint ends[perInvocation]; // keys that it sees
    uint masks[perInvocation];
    vec4 references;
    vec4 sums;
};

// Of the row of each component, among the invocations across.
vec4 largestOf(vec4 largest)
{
    memory[compared + down() * weightPitch + across()] = largest;
    barrier();
    [[unroll]] for (uint i = 0; i < 16; ++i) {
        largest = max(largest, memory[compared + down() * weightPitch + i]);
    }
    return largest;
}

vec4 weightsOf(vec4 exponents)
{
    return vec4(weightOf(exponents.x), weightOf(exponents.y), weightOf(exponents.z), weightOf(exponents.w));
}

// Leaves weights in shared memory; what sums of before are to be multiplied with.
vec4 weighScores(uint firstKey, vec4 scores[perInvocation], inout Rows rows)
{
    vec4 largest = rows.references;
    [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
        const uint key = firstKey + across() + j * 16;
        [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
            const float score = scoreOf(scores[j][i], rows.masks[i], min(key, push.keys - 1));
            scores[j][i] = mix(lowest, score, key < rows.ends[i]);
        }
        largest = max(largest, scores[j]);
    }
    largest = largestOf(largest);
    const vec4 factors = weightsOf(rows.references - largest);
    rows.references = largest;
    rows.sums *= factors;
    [[unroll]] for (uint j = 0; j < perInvocation; ++j) {
        const uint key = firstKey + across() + j * 16;
        vec4 weights = weightsOf(scores[j] - largest);
        [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
            weights[i] = mix(0.0, weights[i], key < rows.ends[i]);
        }
        rows.sums += weights;
        memory[(across() + j * 16) * weightPitch + down()] = weights;
    }
    return factors;
}

// result[i * resultQuads + block] += weights of row down() + 16 i * values
void addValues(uint firstKey, inout vec4 result[resultCount])
{
    vec4 next = quadOfValues(firstKey, 0);
    [[dont_unroll]] for (uint key0 = 0; key0 < tileKeys; key0 += stepKeys) {
        // Within that loop: compilers do not unroll one that holds another, and would have results in memory.
        [[unroll]] for (uint block = 0; block < resultQuads; ++block) {
            const uint place = placeOfValues(key0 / stepKeys * resultQuads + block);
            // A weight is zero there, but a product with it may not be.
            memory[place + gl_LocalInvocationID.x] = mix(vec4(0.0), next, bvec4(firstKey + key0 + down() < push.keys));
            barrier();
            next = block + 1 < resultQuads ? quadOfValues(firstKey + key0, block + 1)
                                           : quadOfValues(firstKey + key0 + stepKeys, 0);
            [[unroll]] for (uint key = 0; key < stepKeys; ++key) {
                const vec4 weights = memory[(key0 + key) * weightPitch + down()];
                const vec4 values = memory[place + key * 16 + across()];
                [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
                    result[i * resultQuads + block] += weights[i] * values;
                }
            }
        }
    }
    barrier(); // steps of scores come to where weights and values are
}

vec4 sumsOf(vec4 sums)
{
    memory[compared + down() * weightPitch + across()] = sums;
    barrier();
    vec4 all = vec4(0.0);
    [[unroll]] for (uint i = 0; i < 16; ++i) {
        all += memory[compared + down() * weightPitch + i];
    }
    return all;
}

void storeRow(uint row, vec4 values[resultQuads])
{
    const uint first = matrixBegin(headsOfY, gl_WorkGroupID.y, push.rows, width) + row * rowPitch(headsOfY, width);
    [[unroll]] for (uint block = 0; block < resultQuads; ++block) {
        const uint column = block * 64 + 4 * across();
        if ((inQuads & 8) != 0) {
            if (column < width) {
                VECTOR_AT(y, (push.tensorOffset[ySlot] + first + column) / 4) = VECTOR(T0_STORE)(values[block]);
            }
        } else {
            [[unroll]] for (uint c = 0; c < 4; ++c) {
                if (column + c < width) {
                    STORE(T0, y, first + column + c, values[block][c]);
                }
            }
        }
    }
}

void main()
{
    const uint firstRow = gl_WorkGroupID.x * tileRows;
    const uint before = placesBefore(gl_WorkGroupID.y);
    Rows rows;
    rows.references = vec4(lowest);
    rows.sums = vec4(0.0);
    vec4 result[resultCount];
    [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
        const uint row = firstRow + down() + i * 16;
        rows.ends[i] = keysSeen(row, before, push.keys);
        rows.masks[i] = maskBegin(row);
        [[unroll]] for (uint block = 0; block < resultQuads; ++block) {
            result[i * resultQuads + block] = vec4(0.0);
        }
    }
    const uint keys = keysOfTile(firstRow);
    for (uint firstKey = 0; firstKey < keys; firstKey += tileKeys) {
        vec4 scores[perInvocation];
        makeScores(firstRow, firstKey, scores);
        const vec4 factors = weighScores(firstKey, scores, rows);
        [[unroll]] for (uint i = 0; i < resultCount; ++i) {
            result[i] *= factors[i / resultQuads];
        }
        addValues(firstKey, result);
    }
    const vec4 sums = sumsOf(rows.sums);
    [[unroll]] for (uint i = 0; i < perInvocation; ++i) {
        const uint row = firstRow + down() + i * 16;
        vec4 values[resultQuads];
        [[unroll]] for (uint block = 0; block < resultQuads; ++block) {
            values[block] = result[i * resultQuads + block] / sums[i];
        }
        if (row < push.rows) {
            storeRow(row, values);
        }
    }
}
