// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What attentionmatrix.comp makes of scores. Nobody says which lane has which place of a matrix, so they pass through shared
// memory, where each of a subgroup's rows has room for a tile's weights or for half of its scores; teams of lanes take the
// row's scores into registers, and put weights in their place. Nothing but its subgroup reads or writes a row.
// Weights are at most 1, and are summed as they are multiplied: in 16 bits.

#ifndef WEIGHTLESS_ATTENTION_UNITWEIGHTS_GLSL
#define WEIGHTLESS_ATTENTION_UNITWEIGHTS_GLSL

const uint halfKeys = tileKeys / 2;
const uint pitch = across | 1;
const uint rowStep = lanes / team;
const uint heldRows = (unitRows + rowStep - 1) / rowStep;
const uint teamKeys = halfKeys / team; // of a member, in each half
const uint heldFours = teamKeys / 4; // of a row, in each half

shared uvec4 places[tileRows * pitch];
shared float parts[tileRows * team];

Sums result[widthUnits]; // of the subgroup
vec4 held[heldRows * 2 * heldFours]; // of a lane: scores of its rows, half by half
float largest[heldRows];
float sums[heldRows]; // of the weights that were the lane's own
uint ends[heldRows]; // of the keys that the row sees
uint masks[heldRows]; // where the mask of the row begins

uint placesBegin() { return gl_SubgroupID * unitRows * pitch; }
uint member() { return gl_SubgroupInvocationID % team; }
uint rowOfLane(uint index) { return gl_SubgroupInvocationID / team + index * rowStep; }
bool hasRow(uint index) { return unitRows % rowStep == 0 || rowOfLane(index) < unitRows; }

void storeUnit(Sums unit, uint column)
{
    coopMatStore(unit, places, placesBegin() + column / 4, pitch, gl_CooperativeMatrixLayoutRowMajor);
}

void beginRows(uint firstRow)
{
    const uint before = placesBefore(gl_WorkGroupID.y);
    [[unroll]] for (uint i = 0; i < widthUnits; ++i) {
        result[i] = Sums(0.0);
    }
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        largest[r] = lowest;
        sums[r] = 0.0;
        ends[r] = keysSeen(firstRow + rowOfLane(r), before, push.keys);
        masks[r] = maskBegin(firstRow + rowOfLane(r));
    }
}

void takeScores(uint part)
{
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        if (hasRow(r)) {
            [[unroll]] for (uint i = 0; i < heldFours; ++i) {
                held[(r * 2 + part) * heldFours + i] =
                    uintBitsToFloat(places[placesBegin() + rowOfLane(r) * pitch + member() * heldFours + i]);
            }
        }
    }
}

// Two weights as they are stored, in one word, and what they are then.
uint storedWeights(inout vec2 pair)
{
#ifdef T0_IS_bf16
    // To the nearest, and of two the even one.
    const uvec2 bits = floatBitsToUint(pair);
    const uvec2 rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    pair = uintBitsToFloat(rounded << 16);
    return rounded.x | rounded.y << 16;
#else
    const f16vec2 rounded = f16vec2(pair);
    pair = vec2(rounded);
    return packFloat2x16(rounded);
#endif
}

// result *= factors, of which a lane has those of its rows: a matrix that has a row's factor in all of its columns.
void scaleRows(float factors[heldRows])
{
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        if (hasRow(r)) {
            for (uint i = member(); i < unitColumns / 4; i += team) {
                places[placesBegin() + rowOfLane(r) * pitch + i] = uvec4(floatBitsToUint(factors[r]));
            }
        }
    }
    subgroupBarrier();
    Sums factor;
    coopMatLoad(factor, places, placesBegin(), pitch, gl_CooperativeMatrixLayoutRowMajor);
    [[unroll]] for (uint i = 0; i < widthUnits; ++i) {
        result[i] = result[i] * factor;
    }
    subgroupBarrier();
}

// What the other members of the lane's team know of its rows.
void share(float own[heldRows])
{
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        if (hasRow(r)) {
            parts[(gl_SubgroupID * unitRows + rowOfLane(r)) * team + member()] = own[r];
        }
    }
    subgroupBarrier();
}
float partOf(uint index, uint other) { return parts[(gl_SubgroupID * unitRows + rowOfLane(index)) * team + other]; }

// Of scores that a row sees, whatever its mask says: weights of hidden ones, which are `lowest`, are 0 beside them, also where
// every key that is seen is masked.
const float leastSeen = lowest / 2;

// Whether the lane's rows see all keys of the tile and scores are products in another unit. Most tiles are so; a product is
// then compared, and brought into that unit as it becomes an exponent.
bool isPlainTile(uint firstKey)
{
    uint seen = push.keys;
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        seen = min(seen, ends[r]);
    }
    return hasMask == 0 && isCapped == 0 && firstKey + tileKeys <= seen && push.scale > 0.0;
}

// Products become scores. Returns the largest of the lane's row.
float makeScoresOfRow(uint r, uint firstKey)
{
    float top = lowest;
    [[unroll]] for (uint i = 0; i < 2 * heldFours; ++i) {
        const uint at = r * 2 * heldFours + i;
        const uint first = firstKey + i / heldFours * halfKeys + member() * teamKeys + i % heldFours * 4;
        [[unroll]] for (uint j = 0; j < 4; ++j) {
            const uint key = min(first + j, push.keys - 1); // nobody branches to what may be read
            const float score = max(scoreOf(held[at][j], masks[r], key), leastSeen);
            held[at][j] = mix(lowest, score, first + j < ends[r]);
            top = max(top, held[at][j]);
        }
    }
    return top;
}

float largestProduct(uint r)
{
    vec4 top = held[r * 2 * heldFours];
    [[unroll]] for (uint i = 1; i < 2 * heldFours; ++i) {
        top = max(top, held[r * 2 * heldFours + i]);
    }
    return max(max(top.x, top.y), max(top.z, top.w));
}

// The places hold the tile's weights then, and the result is relative to the same largest scores.
void weighScores(uint firstKey)
{
    float top[heldRows];
    float scale = 1.0; // of what is held, to be a score
    if (isPlainTile(firstKey)) {
        scale = push.scale * log2e;
        [[unroll]] for (uint r = 0; r < heldRows; ++r) {
            top[r] = max(largest[r], largestProduct(r) * scale);
        }
    } else {
        [[unroll]] for (uint r = 0; r < heldRows; ++r) {
            top[r] = max(largest[r], makeScoresOfRow(r, firstKey));
        }
    }
    if (team > 1) {
        share(top);
        [[unroll]] for (uint r = 0; r < heldRows; ++r) {
            [[unroll]] for (uint i = 0; hasRow(r) && i < team; ++i) {
                top[r] = max(top[r], partOf(r, i));
            }
        }
    }
    float factors[heldRows];
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        factors[r] = exp2(largest[r] - top[r]);
        largest[r] = top[r];
        sums[r] *= factors[r];
    }
    scaleRows(factors);
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        [[unroll]] for (uint i = 0; i < heldFours; ++i) {
            // Two fours are eight keys of one half.
            const uint part = 2 * i / heldFours;
            const uint four = 2 * i % heldFours;
            const uint at = (r * 2 + part) * heldFours + four;
            uvec4 eight;
            [[unroll]] for (uint j = 0; j < 4; ++j) {
                const vec4 scores = held[at + j / 2];
                vec2 pair = exp2(vec2(scores[j % 2 * 2], scores[j % 2 * 2 + 1]) * scale - top[r]);
                eight[j] = storedWeights(pair);
                sums[r] += pair.x + pair.y;
            }
            if (hasRow(r)) {
                places[placesBegin() + rowOfLane(r) * pitch + part * halfKeys / 8 + member() * teamKeys / 8 + four / 2] = eight;
            }
        }
    }
}

void divideBySums()
{
    float total[heldRows];
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        total[r] = sums[r];
    }
    if (team > 1) {
        share(sums);
        [[unroll]] for (uint r = 0; r < heldRows; ++r) {
            total[r] = 0.0;
            [[unroll]] for (uint i = 0; hasRow(r) && i < team; ++i) {
                total[r] += partOf(r, i);
            }
        }
    }
    float inverse[heldRows];
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        inverse[r] = 1.0 / total[r];
    }
    scaleRows(inverse);
}

#endif
