// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Scores of 64 keys in shared memory, where weighTile() makes weights of them; the kernel scales its sums by `factors`.
// The kernel that includes this says where a weight goes: storeWeight(row, key, weight), which returns it as stored.

#ifndef WEIGHTLESS_ATTENTION_TILEWEIGHTS_GLSL
#define WEIGHTLESS_ATTENTION_TILEWEIGHTS_GLSL

#include "attention/tile.glsl"

const uint tileKeys = 64;
const uint scorePitch = tileKeys + 4; // rows below each other lie in different banks, and begin at 16 bytes
const uint mostTeam = 4; // invocations that share a row

shared float scores[tileRows * scorePitch];
shared float largest[tileRows];
shared float sums[tileRows];
shared float factors[tileRows];
shared float parts[tileRows * mostTeam];
shared float partSums[tileRows * mostTeam];

float storeWeight(uint row, uint key, float weight);

void beginRows()
{
    for (uint row = gl_LocalInvocationID.x; row < tileRows; row += gl_WorkGroupSize.x) {
        largest[row] = lowest;
        sums[row] = 0.0;
    }
}

// All invocations, after a barrier; ends with one.
void weighTile(uint firstRow, uint firstKey)
{
    const uint before = placesBefore(gl_WorkGroupID.y);
    const uint team = clamp(gl_WorkGroupSize.x / tileRows, 1, mostTeam);
    const uint part = gl_LocalInvocationID.x % team;
    const uint firstInTile = gl_LocalInvocationID.x / team;
    const uint rowStep = gl_WorkGroupSize.x / team;
    for (uint row = firstInTile; row < tileRows; row += rowStep) {
        const uint end = keysSeen(firstRow + row, before, push.keys);
        const uint firstOfMask = maskBegin(firstRow + row);
        float top = lowest;
        for (uint key = part; key < tileKeys; key += team) {
            float score = lowest;
            if (firstKey + key < end) {
                score = scoreOf(scores[row * scorePitch + key], firstOfMask, firstKey + key);
            }
            scores[row * scorePitch + key] = score;
            top = max(top, score);
        }
        parts[row * mostTeam + part] = top;
    }
    barrier();
    for (uint row = firstInTile; row < tileRows; row += rowStep) {
        const uint end = keysSeen(firstRow + row, before, push.keys);
        float top = largest[row];
        for (uint i = 0; i < team; ++i) {
            top = max(top, parts[row * mostTeam + i]);
        }
        float sum = 0.0;
        for (uint key = part; key < tileKeys; key += team) {
            const float weight = weightOf(scores[row * scorePitch + key] - top);
            sum += storeWeight(row, key, firstKey + key < end ? weight : 0.0);
        }
        partSums[row * mostTeam + part] = sum;
    }
    barrier();
    for (uint row = gl_LocalInvocationID.x; row < tileRows; row += gl_WorkGroupSize.x) {
        float top = largest[row];
        float sum = 0.0;
        for (uint i = 0; i < team; ++i) {
            top = max(top, parts[row * mostTeam + i]);
            sum += partSums[row * mostTeam + i];
        }
        factors[row] = weightOf(largest[row] - top);
        sums[row] = sums[row] * factors[row] + sum;
        largest[row] = top;
    }
    barrier();
}

// A sum of weighted values, divided by that of the weights.
void storeValue(uint firstRow, uint row, uint column, float value)
{
    if (firstRow + row < push.rows && column < width) {
        const uint begin = matrixBegin(headsOfY, gl_WorkGroupID.y, push.rows, width);
        STORE(T0, y, begin + (firstRow + row) * rowPitch(headsOfY, width) + column, value / sums[row]);
    }
}

#endif
