// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention of few rows of q, for graphics cards: a decoder's query. A work group takes up to eight rows of a matrix and a
// part of its keys, a tile of as many keys as it has invocations at a time. What is read of a key or a value serves all its
// rows. Scores are in units of log2, so that exp2 serves. Where the keys are in several parts, attentionmerge.comp makes one
// result of theirs.

#include "tensor.glsl"

layout(local_size_x = 128, local_size_x_id = 4) in; // 32, 64 or 128

TENSOR(0, readonly, T0, q)
TENSOR(1, readonly, T0, k)
TENSOR(2, readonly, T0, v)
TENSOR(3, readonly, T0, mask)
TENSOR(4, writeonly, T0, y)
TENSOR(5, readonly, I32, lengths)
TENSOR(4, writeonly, F32, parts) // for each row and part: sums of weighted values, the largest score, the sum of weights

PARAMETERS(uint rows; uint keys; uint partKeys; uint partCount; float scale; uint innerBatch; uint maskOuter;
           uint maskInner; uint maskRow; uint maskColumn; uint causalSteps; uint causalBefore; uint causalMatrices;
           float softcap; uint heads;)

layout(constant_id = 0) const uint depth = 64;
layout(constant_id = 1) const uint width = 64;
layout(constant_id = 2) const uint hasMask = 0;
layout(constant_id = 3) const uint isTransposed = 0; // k is [depth, keys]
layout(constant_id = 5) const uint tileRows = 1;
layout(constant_id = 6) const uint causal = 0;
layout(constant_id = 7) const uint isCapped = 0;
layout(constant_id = 8) const uint headsInside = 0;

#include "attention/heads.glsl"
#include "attention/visible.glsl"
#include "product/eights.glsl"

EIGHTS_STORAGE(1, k)
EIGHTS_STORAGE(2, v)

const uint depthEights = (depth + 7) / 8;
const uint widthEights = (width + 7) / 8; // at most as many as there are invocations
const uint tileKeys = gl_WorkGroupSize.x;
const uint keyTeam = 4; // invocations that share the depth of a key; each has that many keys
const uint keyTeams = tileKeys / keyTeam;
const uint partialPitch = tileKeys + 8; // rows below each other lie in different banks
const uint rowTeam = 16; // invocations that share a row of scores
const uint rowTurns = (tileRows * rowTeam + tileKeys - 1) / tileKeys;
const uint rowKeys = tileKeys / rowTeam;
const uint valueTeams = tileKeys / widthEights; // keys whose values are read at once
const uint valuesAhead = 4; // that are on their way to an invocation
const uint partialFloats = tileRows * keyTeam * partialPitch;
const float lowest = -3.402823466e38;
const float log2e = 1.442695041;

shared vec4 queries[tileRows * depthEights * 2]; // scaled
shared float partials[partialFloats > 8 * tileKeys ? partialFloats : 8 * tileKeys];
shared float weights[tileKeys * tileRows];
shared float teamParts[tileRows * rowTeam];
shared float factors[tileRows];
shared float tops[tileRows];

// Of the rows that an invocation shares with its team.
float rowTop[rowTurns];
float rowSum[rowTurns];
// Of eight columns of each row, for the keys of an invocation.
vec4 resultLow[tileRows];
vec4 resultHigh[tileRows];

#include "attention/eight.glsl"

Eight keyEight(uint first) { return EIGHT_AT(k, (push.tensorOffset[kSlot] + first) / 8); }
Eight valueEight(uint first) { return EIGHT_AT(v, (push.tensorOffset[vSlot] + first) / 8); }

// Whether all rows of a matrix are eights. Tensors begin anywhere.
bool areEights(uint offset, uint begin, uint pitch, uint columns)
{
    return ((offset + begin) | pitch | columns) % 8 == 0;
}

// Not below 2^-100: a row whose every key is masked stays the mean of the values. Comparisons keep NaN, which max() may lose.
float weightOf(float exponent)
{
    return exp2(exponent < -100.0 ? -100.0 : exponent);
}

uint rowTiles() { return (push.rows + tileRows - 1) / tileRows; }
uint firstRow() { return gl_WorkGroupID.x % rowTiles() * tileRows; }

void loadQueries()
{
    for (uint i = gl_LocalInvocationID.x; i < tileRows * depthEights * 2; i += gl_WorkGroupSize.x) {
        const uint row = firstRow() + i / (depthEights * 2);
        const uint d = i % (depthEights * 2) * 4;
        vec4 values = vec4(0.0);
        [[unroll]] for (uint e = 0; e < 4; ++e) {
            if (row < push.rows && d + e < depth) {
                const uint begin = matrixBegin(headsOfQ, gl_WorkGroupID.y, push.rows, depth);
                values[e] = LOAD(T0, q, begin + row * rowPitch(headsOfQ, depth) + d + e);
            }
        }
        queries[i] = values * (isCapped != 0 ? push.scale : push.scale * log2e);
    }
}

// The keys of a team lie `keyTeams` apart, so that teams read neighbours; the last of the tile stands for those behind it.
uint keyOf(uint team, uint j, uint count)
{
    return min(j * keyTeams + team, count - 1);
}

uint firstOfKeys() { return matrixBegin(headsOfK, gl_WorkGroupID.y, push.keys, depth); }
uint keyPitch() { return rowPitch(headsOfK, depth); }

void addKeyEights(uint firstKey, uint count, uint team, uint part, inout vec4 sum[tileRows])
{
    for (uint eight = part; eight < depthEights; eight += keyTeam) {
        Eight eights[keyTeam];
        [[unroll]] for (uint j = 0; j < keyTeam; ++j) {
            eights[j] = keyEight(firstOfKeys() + (firstKey + keyOf(team, j, count)) * keyPitch() + eight * 8);
        }
        [[unroll]] for (uint row = 0; row < tileRows; ++row) {
            const vec4 queryLow = queries[(row * depthEights + eight) * 2];
            const vec4 queryHigh = queries[(row * depthEights + eight) * 2 + 1];
            [[unroll]] for (uint j = 0; j < keyTeam; ++j) {
                sum[row][j] += dot(queryLow, eights[j].low) + dot(queryHigh, eights[j].high);
            }
        }
    }
}

// The keys of a team in a transposed k of eights are neighbours, half of one.
void addKeyColumns(uint firstKey, uint count, uint team, uint part, bool isWide, inout vec4 sum[tileRows])
{
    for (uint d = part; d < depth; d += keyTeam) {
        vec4 keys;
        if (isWide) {
            const Eight eight = keyEight(firstOfKeys() + d * push.keys + min(firstKey + team / 2 * 8, push.keys - 8));
            keys = team % 2 == 0 ? eight.low : eight.high;
        } else {
            [[unroll]] for (uint j = 0; j < keyTeam; ++j) {
                const uint key = firstKey + keyOf(team, j, count);
                keys[j] = LOAD(T0, k, firstOfKeys() + (isTransposed != 0 ? d * push.keys + key : key * keyPitch() + d));
            }
        }
        [[unroll]] for (uint row = 0; row < tileRows; ++row) {
            sum[row] += keys * queries[(row * depthEights + d / 8) * 2 + d / 4 % 2][d % 4];
        }
    }
}

// What each invocation of a key's team has of its scores.
void makePartials(uint firstKey, uint count)
{
    const uint lane = gl_LocalInvocationID.x;
    const uint part = isTransposed != 0 ? lane / keyTeams : lane % keyTeam;
    const uint team = isTransposed != 0 ? lane % keyTeams : lane / keyTeam;
    vec4 sum[tileRows];
    [[unroll]] for (uint row = 0; row < tileRows; ++row) {
        sum[row] = vec4(0.0);
    }
    const uint pitch = isTransposed != 0 ? push.keys : keyPitch();
    const bool isWide = areEights(push.tensorOffset[kSlot], firstOfKeys(), pitch, isTransposed != 0 ? pitch : depth);
    if (isWide && isTransposed == 0) {
        addKeyEights(firstKey, count, team, part, sum);
    } else {
        addKeyColumns(firstKey, count, team, part, isWide, sum);
    }
    [[unroll]] for (uint j = 0; j < keyTeam; ++j) {
        const uint key = isWide && isTransposed != 0 ? team * keyTeam + j : j * keyTeams + team;
        [[unroll]] for (uint row = 0; row < tileRows; ++row) {
            partials[(row * keyTeam + part) * partialPitch + key] = sum[row][j];
        }
    }
}

float maskAt(uint row, uint key)
{
    const uint matrix = gl_WorkGroupID.y;
    const uint begin = matrix / push.innerBatch * push.maskOuter + matrix % push.innerBatch * push.maskInner;
    return LOAD(T0, mask, begin + min(firstRow() + row, push.rows - 1) * push.maskRow + key * push.maskColumn);
}

// Which row of a tile an invocation shares in that turn; there may be none.
uint sharedRow(uint turn)
{
    return gl_LocalInvocationID.x / rowTeam + turn * rowKeys;
}

// How many of `count` keys the row of a tile sees.
uint seenOf(uint row, uint firstKey, uint count)
{
    const uint end = keysSeen(firstRow() + row, placesBefore(gl_WorkGroupID.y), push.keys);
    return causal != 0 ? min(max(end, firstKey) - firstKey, count) : count;
}

// Scores, and then weights relative to the largest score so far. Begins and ends with a barrier.
void weighTile(uint firstKey, uint count)
{
    const uint lane = gl_LocalInvocationID.x % rowTeam;
    float scores[rowTurns][rowKeys];
    [[unroll]] for (uint turn = 0; turn < rowTurns; ++turn) {
        [[unroll]] for (uint i = 0; i < rowKeys; ++i) { // asked for before the barrier
            const uint key = i * rowTeam + lane;
            const bool isMasked =
                hasMask != 0 && sharedRow(turn) < tileRows && key < seenOf(sharedRow(turn), firstKey, count);
            scores[turn][i] = isMasked ? maskAt(sharedRow(turn), firstKey + key) * log2e : 0.0;
        }
    }
    barrier();
    [[unroll]] for (uint turn = 0; turn < rowTurns; ++turn) {
        const uint row = sharedRow(turn);
        const uint seen = seenOf(row, firstKey, count);
        float top = lowest;
        [[unroll]] for (uint i = 0; i < rowKeys; ++i) {
            const uint key = i * rowTeam + lane;
            float score = lowest;
            if (row < tileRows && key < seen) {
                score = isCapped != 0 ? 0.0 : scores[turn][i];
                [[unroll]] for (uint part = 0; part < keyTeam; ++part) {
                    score += partials[(row * keyTeam + part) * partialPitch + key];
                }
                score = isCapped != 0 ? scores[turn][i] + capped(score) * log2e : score;
                score = score < lowest ? lowest : score; // a mask may be -infinity; keeps NaN
            }
            scores[turn][i] = score;
            top = max(top, score);
        }
        if (row < tileRows) {
            teamParts[row * rowTeam + lane] = top;
        }
    }
    barrier();
    [[unroll]] for (uint turn = 0; turn < rowTurns; ++turn) {
        const uint row = sharedRow(turn);
        if (row < tileRows) {
            float top = rowTop[turn];
            [[unroll]] for (uint i = 0; i < rowTeam; ++i) {
                top = max(top, teamParts[row * rowTeam + i]);
            }
            const float factor = weightOf(rowTop[turn] - top);
            const uint seen = seenOf(row, firstKey, count);
            float sum = 0.0;
            [[unroll]] for (uint i = 0; i < rowKeys; ++i) {
                const uint key = i * rowTeam + lane;
                const float weight = key < seen ? weightOf(scores[turn][i] - top) : 0.0;
                weights[key * tileRows + row] = weight;
                sum += weight;
            }
            rowSum[turn] = rowSum[turn] * factor + sum;
            rowTop[turn] = top;
            if (lane == 0) {
                factors[row] = factor;
            }
        }
    }
    barrier();
}

void addValue(uint key, Eight values)
{
    [[unroll]] for (uint row = 0; row < tileRows; ++row) {
        const float weight = weights[key * tileRows + row];
        resultLow[row] += weight * values.low;
        resultHigh[row] += weight * values.high;
    }
}

uint valuePitch() { return rowPitch(headsOfV, width); }

void addValueEights(uint begin, uint count, uint team)
{
    for (uint key0 = team; key0 < count; key0 += valuesAhead * valueTeams) {
        Eight eights[valuesAhead];
        [[unroll]] for (uint j = 0; j < valuesAhead; ++j) {
            eights[j] = valueEight(begin + min(key0 + j * valueTeams, count - 1) * valuePitch());
        }
        [[unroll]] for (uint j = 0; j < valuesAhead; ++j) {
            const uint key = key0 + j * valueTeams;
            if (key < count) {
                addValue(key, eights[j]);
            }
        }
    }
}

void addValues(uint firstKey, uint count)
{
    [[unroll]] for (uint row = 0; row < tileRows; ++row) {
        resultLow[row] *= factors[row];
        resultHigh[row] *= factors[row];
    }
    const uint team = gl_LocalInvocationID.x / widthEights;
    const uint column = gl_LocalInvocationID.x % widthEights * 8;
    const uint firstOfValues = matrixBegin(headsOfV, gl_WorkGroupID.y, push.keys, width);
    const uint begin = firstOfValues + firstKey * valuePitch() + column;
    if (team >= valueTeams) {
        return;
    }
    if (areEights(push.tensorOffset[vSlot], firstOfValues, valuePitch(), width)) {
        addValueEights(begin, count, team);
        return;
    }
    for (uint key = team; key < count; key += valueTeams) {
        Eight values = Eight(vec4(0.0), vec4(0.0));
        [[unroll]] for (uint e = 0; e < 4; ++e) {
            if (column + e < width) {
                values.low[e] = LOAD(T0, v, begin + key * valuePitch() + e);
            }
            if (column + e + 4 < width) {
                values.high[e] = LOAD(T0, v, begin + key * valuePitch() + e + 4);
            }
        }
        addValue(key, values);
    }
}

void storeValue(uint tileRow, uint column, float value)
{
    const float sum = factors[tileRow];
    const uint row = firstRow() + tileRow;
    if (push.partCount == 1) {
        const uint begin = matrixBegin(headsOfY, gl_WorkGroupID.y, push.rows, width);
        STORE(T0, y, begin + row * rowPitch(headsOfY, width) + column, value / sum);
        return;
    }
    const uint begin = ((gl_WorkGroupID.y * push.rows + row) * push.partCount + gl_WorkGroupID.x / rowTiles()) * (width + 2);
    AT(parts, begin + column) = value;
    if (column == 0) {
        AT(parts, begin + width) = tops[tileRow];
        AT(parts, begin + width + 1) = sum;
    }
}

// Adds up what the teams have of each row, and stores it. Sums of weights take the place of the factors.
void finish()
{
    const uint lane = gl_LocalInvocationID.x;
    [[unroll]] for (uint turn = 0; turn < rowTurns; ++turn) {
        const uint row = sharedRow(turn);
        if (row < tileRows) {
            teamParts[row * rowTeam + lane % rowTeam] = rowSum[turn];
            if (lane % rowTeam == 0) {
                tops[row] = rowTop[turn];
            }
        }
    }
    barrier();
    if (lane < tileRows) {
        float sum = 0.0;
        for (uint i = 0; i < rowTeam; ++i) {
            sum += teamParts[lane * rowTeam + i];
        }
        factors[lane] = sum;
    }
    [[unroll]] for (uint row = 0; row < tileRows; ++row) {
        barrier();
        [[unroll]] for (uint e = 0; e < 4; ++e) {
            partials[e * tileKeys + lane] = resultLow[row][e];
            partials[(e + 4) * tileKeys + lane] = resultHigh[row][e];
        }
        barrier();
        for (uint place = lane; place < widthEights * 8; place += tileKeys) { // neighbours read neighbours
            const uint element = place / widthEights;
            const uint column = place % widthEights * 8 + element;
            float sum = 0.0;
            for (uint team = 0; team < valueTeams; ++team) {
                sum += partials[element * tileKeys + team * widthEights + place % widthEights];
            }
            if (column < width && firstRow() + row < push.rows) {
                storeValue(row, column, sum);
            }
        }
    }
}

void main()
{
    [[unroll]] for (uint row = 0; row < tileRows; ++row) {
        resultLow[row] = vec4(0.0);
        resultHigh[row] = vec4(0.0);
    }
    [[unroll]] for (uint turn = 0; turn < rowTurns; ++turn) {
        rowTop[turn] = lowest;
        rowSum[turn] = 0.0;
    }
    loadQueries();
    barrier();
    const uint begin = gl_WorkGroupID.x / rowTiles() * push.partKeys;
    const uint lastRow = min(firstRow() + tileRows, push.rows) - 1;
    const uint seen = keysSeenByAny(firstRow(), lastRow, placesBefore(gl_WorkGroupID.y), push.keys);
    const uint end = min(seen, begin + push.partKeys);
    for (uint firstKey = begin; firstKey < end; firstKey += tileKeys) {
        const uint count = min(end - firstKey, tileKeys);
        makePartials(firstKey, count);
        weighTile(firstKey, count);
        addValues(firstKey, count);
    }
    finish();
}
