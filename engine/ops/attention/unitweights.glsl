// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What attentionmatrix.comp makes of scores: weights relative to a reference of each row, the largest score at some time. None is
// more than mostAbove higher, or the reference rises; so most tiles only compare. Nobody says which lane has which place of a
// matrix, but the same element of all of one type has the same place, and so all that is done to scores one by one is done to
// elements. What needs their columns passes through shared memory, of which nothing but its subgroup reads or writes a row.
// Weights are summed as they are multiplied: in 16 bits.

#ifndef WEIGHTLESS_ATTENTION_UNITWEIGHTS_GLSL
#define WEIGHTLESS_ATTENTION_UNITWEIGHTS_GLSL

const uint halfKeys = tileKeys / 2;
const uint unitsInHalf = keyUnits / 2;
const uint pitch = across | 1;
const uint rowStep = lanes / team;
const uint heldRows = (unitRows + rowStep - 1) / rowStep;
const uint heldEights = halfKeys / team / 8; // of a row, in each half

shared uvec4 places[tileRows * pitch]; // of a tile's weights, or half of its scores
shared float parts[tileRows * team];
shared uint wanted;

Sums result[widthUnits]; // of the subgroup, relative to its references
Sums score[keyUnits];
Sums reference; // of each row, in all columns
Sums weightSums; // of each row, each column of units for itself
uint ends[heldRows]; // of the keys that the lane's rows see
uint masks[heldRows]; // where the masks of the lane's rows begin
uint keysOfAll; // that all rows of the subgroup see

// Of a weight's exponent. 16 bits hold it, and all that is as far below 1 as before.
const float mostAbove = 8.0;

uint placesBegin() { return gl_SubgroupID * unitRows * pitch; }
uint member() { return gl_SubgroupInvocationID % team; }
uint rowOfLane(uint index) { return gl_SubgroupInvocationID / team + index * rowStep; }
bool hasRow(uint index) { return unitRows % rowStep == 0 || rowOfLane(index) < unitRows; }
uint placeOf(uint index, uint four) { return placesBegin() + rowOfLane(index) * pitch + four; }

void storeUnit(Sums unit, uint column)
{
    coopMatStore(unit, places, placesBegin() + column / 4, pitch, gl_CooperativeMatrixLayoutRowMajor);
}
void loadUnit(out Sums unit, uint column)
{
    coopMatLoad(unit, places, placesBegin() + column / 4, pitch, gl_CooperativeMatrixLayoutRowMajor);
}

void beginRows(uint firstRow)
{
    const uint before = placesBefore(gl_WorkGroupID.y);
    [[unroll]] for (uint i = 0; i < widthUnits; ++i) {
        result[i] = Sums(0.0);
    }
    reference = Sums(lowest);
    weightSums = Sums(0.0);
    keysOfAll = keysSeenByAll(firstRow, firstRow + unitRows - 1, before, push.keys);
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        ends[r] = keysSeen(firstRow + rowOfLane(r), before, push.keys);
        masks[r] = maskBegin(firstRow + rowOfLane(r));
    }
}

// Whether any lane of the subgroup wants what has barriers of subgroups; of the work group, where those are barriers of work
// groups (DeviceTraits::subgroupsWaitTogether), so that all of its subgroups come to them.
bool isWantedByAny(bool isWanted)
{
    if (waitsTogether == 0) {
        return subgroupAny(isWanted);
    }
    barrier();
    wanted = 0;
    barrier();
    if (isWanted) {
        wanted = 1;
    }
    barrier();
    return wanted != 0;
}

float join(float a, float b, bool isSum) { return isSum ? a + b : max(a, b); }

// The sum or the largest of each row of the unit, in all of its columns.
Sums acrossColumns(Sums unit, bool isSum)
{
    storeUnit(unit, 0);
    subgroupBarrier();
    float joined[heldRows];
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        joined[r] = isSum ? 0.0 : lowest;
        for (uint i = member(); hasRow(r) && i < unitColumns / 4; i += team) {
            const vec4 four = uintBitsToFloat(places[placeOf(r, i)]);
            joined[r] = join(joined[r], join(join(four.x, four.y, isSum), join(four.z, four.w, isSum), isSum), isSum);
        }
        if (team > 1 && hasRow(r)) {
            parts[(gl_SubgroupID * unitRows + rowOfLane(r)) * team + member()] = joined[r];
        }
    }
    subgroupBarrier();
    [[unroll]] for (uint r = 0; r < heldRows; ++r) {
        if (hasRow(r)) {
            [[unroll]] for (uint i = 1; i < team; ++i) {
                const uint other = (member() + i) % team;
                joined[r] = join(joined[r], parts[(gl_SubgroupID * unitRows + rowOfLane(r)) * team + other], isSum);
            }
            for (uint i = member(); i < unitColumns / 4; i += team) {
                places[placeOf(r, i)] = uvec4(floatBitsToUint(joined[r]));
            }
        }
    }
    subgroupBarrier();
    loadUnit(unit, 0);
    subgroupBarrier();
    return unit;
}

// Whether all rows see all keys of the tile and scores are products in another unit: most tiles.
bool isPlainTile(uint firstKey)
{
    return hasMask == 0 && isCapped == 0 && firstKey + tileKeys <= keysOfAll && push.scale > 0.0;
}

// Of scores that a row sees, whatever its mask says: weights of hidden ones, which are `lowest`, are 0 beside them, also where
// every key that is seen is masked.
const float leastSeen = lowest / 2;

// What the mask of a row adds to eight keys, as far as they exist: two accesses, where the keys lie next to each other.
uvec4 maskOf(uint firstOfMask, uint firstKey)
{
    const uint first = min(firstKey, push.keys - 1); // nobody branches to what may be read
    const uint last = min(firstKey + 7, push.keys - 1);
    if (push.maskColumn != 1) {
        uvec4 eight;
        [[unroll]] for (uint i = 0; i < 4; ++i) {
            const uvec2 keys = min(uvec2(first + 2 * i, first + 2 * i + 1), last) * push.maskColumn + firstOfMask;
            eight[i] = ELEMENT_PAIR(AT(mask, keys.x), AT(mask, keys.y));
        }
        return eight;
    }
    const uint place = push.tensorOffset[maskSlot] + firstOfMask + first;
    return eightWithin(EIGHTS(mask, place / 8), EIGHTS(mask, (place + last - first) / 8), place % 8);
}

// Products become scores, in units of log2.
void finishScores(uint firstKey)
{
    [[unroll]] for (uint part = 0; part < 2; ++part) {
        [[unroll]] for (uint i = 0; i < unitsInHalf; ++i) {
            storeUnit(score[part * unitsInHalf + i], i * unitColumns);
        }
        subgroupBarrier();
        [[unroll]] for (uint i = 0; i < heldRows * heldEights; ++i) {
            const uint r = i / heldEights;
            const uint first = member() * heldEights + i % heldEights; // eight of the half
            const uint key = firstKey + part * halfKeys + first * 8;
            if (hasRow(r)) {
                const uvec4 added = hasMask != 0 ? maskOf(masks[r], key) : uvec4(0);
                [[unroll]] for (uint j = 0; j < 8; j += 4) {
                    vec4 four = uintBitsToFloat(places[placeOf(r, first * 2 + j / 4)]);
                    [[unroll]] for (uint e = 0; e < 4; ++e) {
                        const float score = scoreWith(four[e], elementOf(added, j + e));
                        const float seen = score < leastSeen ? leastSeen : score; // keeps NaN
                        four[e] = mix(lowest, seen, key + j + e < ends[r]);
                    }
                    places[placeOf(r, first * 2 + j / 4)] = floatBitsToUint(four);
                }
            }
        }
        subgroupBarrier();
        [[unroll]] for (uint i = 0; i < unitsInHalf; ++i) {
            loadUnit(score[part * unitsInHalf + i], i * unitColumns);
        }
        subgroupBarrier();
    }
}

// References become at least the largest of their rows' scores times `scale`, with all that is relative to them.
void raiseReferences(Sums top, float scale)
{
    const Sums largest = acrossColumns(top, false);
    Sums factor;
    [[unroll]] for (uint e = 0; e < factor.length(); ++e) {
        const float raised = max(reference[e], largest[e] * scale);
        factor[e] = exp2(reference[e] - raised);
        reference[e] = raised;
    }
    weightSums = weightSums * factor;
    [[unroll]] for (uint i = 0; i < widthUnits; ++i) {
        result[i] = result[i] * factor;
    }
}

#ifdef T0_IS_bf16
#define ROUNDED_PAIR(first, second) ((first) >> 16 | (second))
#else
#define ROUNDED_PAIR(first, second) packFloat2x16(f16vec2(uintBitsToFloat(first), uintBitsToFloat(second)))
#endif

// As putDown(), where sums cannot be had in the 16 bits of the type: lanes shorten them.
void putDownByLanes()
{
    uvec4 eights[2 * heldRows * heldEights];
    [[unroll]] for (uint part = 0; part < 2; ++part) {
        [[unroll]] for (uint i = part * unitsInHalf; i < (part + 1) * unitsInHalf; ++i) {
            [[unroll]] for (uint e = 0; e < score[i].length(); ++e) {
                score[i][e] = T0_LOAD(T0_STORE(score[i][e]));
            }
            storeUnit(score[i], i % unitsInHalf * unitColumns);
        }
        subgroupBarrier();
        [[unroll]] for (uint i = 0; i < heldRows * heldEights; ++i) {
            const uint r = i / heldEights;
            const uint first = (member() * heldEights + i % heldEights) * 2;
            if (hasRow(r)) {
                const uvec4 low = places[placeOf(r, first)];
                const uvec4 high = places[placeOf(r, first + 1)];
                eights[part * heldRows * heldEights + i] = uvec4(ROUNDED_PAIR(low.x, low.y), ROUNDED_PAIR(low.z, low.w),
                    ROUNDED_PAIR(high.x, high.y), ROUNDED_PAIR(high.z, high.w));
            }
        }
        subgroupBarrier();
    }
    [[unroll]] for (uint i = 0; i < 2 * heldRows * heldEights; ++i) {
        const uint part = i / (heldRows * heldEights);
        const uint r = i / heldEights % heldRows;
        if (hasRow(r)) {
            places[placeOf(r, (part * team + member()) * heldEights + i % heldEights)] = eights[i];
        }
    }
}

// `score` becomes what 16 bits hold of it, and that is in the subgroup's places.
void putDown()
{
    if (hasShortSums == 0) {
        putDownByLanes();
        return;
    }
#ifndef T0_IS_bf16
    [[unroll]] for (uint i = 0; i < keyUnits; ++i) {
        const Halves halves = Halves(score[i]);
        coopMatStore(halves, places, placesBegin() + i * unitColumns / 8, pitch, gl_CooperativeMatrixLayoutRowMajor);
        score[i] = Sums(halves);
    }
#endif
}

// The places hold the tile's weights then, and the result is relative to the same references.
void weighScores(uint firstKey)
{
    float scale = push.scale * log2e; // of what `score` has, to be a score
    if (isWantedByAny(!isPlainTile(firstKey))) {
        finishScores(firstKey);
        scale = 1.0;
    }
    Sums top = score[0];
    [[unroll]] for (uint e = 0; e < top.length(); ++e) {
        [[unroll]] for (uint i = 1; i < keyUnits; ++i) {
            top[e] = max(top[e], score[i][e]);
        }
    }
    float above = 0.0;
    [[unroll]] for (uint e = 0; e < top.length(); ++e) {
        above = max(above, top[e] * scale - reference[e]);
    }
    if (isWantedByAny(above > mostAbove)) {
        raiseReferences(top, scale);
    }
    [[unroll]] for (uint i = 0; i < keyUnits; ++i) {
        [[unroll]] for (uint e = 0; e < top.length(); ++e) {
            score[i][e] = exp2(score[i][e] * scale - reference[e]);
        }
    }
    putDown();
    [[unroll]] for (uint i = 0; i < keyUnits; ++i) {
        weightSums = weightSums + score[i];
    }
}

void divideBySums()
{
    Sums inverse = acrossColumns(weightSums, true);
    [[unroll]] for (uint e = 0; e < inverse.length(); ++e) {
        inverse[e] = 1.0 / inverse[e];
    }
    [[unroll]] for (uint i = 0; i < widthUnits; ++i) {
        result[i] = result[i] * inverse;
    }
}

#endif
