// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What attentionmatrix.comp multiplies: sizes in units, and keys and values on their way into shared memory, padded with zeros
// to whole units. fetch…() reads the invocation's part of a tile into registers, long before share…() puts it down. Where it
// is not worth that (isAhead), or rows do not begin at 16 bytes, share…() reads as well.
// Keys behind the last that a row of the work group sees are not read.

#ifndef WEIGHTLESS_ATTENTION_UNITOPERANDS_GLSL
#define WEIGHTLESS_ATTENTION_UNITOPERANDS_GLSL

#include "product/packs.glsl"
#include "product/unitelement.glsl"

EIGHTS_TENSOR(0, q)
EIGHTS_TENSOR(1, k)
EIGHTS_TENSOR(2, v)
EIGHTS_STORAGE(3, mask)
EIGHTS_RESULT(4, y)

const uint subgroups = tileRows / unitRows;
const uint lanes = gl_WorkGroupSize.x / subgroups;
const uint paddedDepth = (depth + 15) / 16 * 16;
const uint columnStep = unitColumns > 8 ? unitColumns : 8;
const uint paddedWidth = (width + columnStep - 1) / columnStep * columnStep;
const uint depthUnits = paddedDepth / unitDepth;
const uint widthUnits = paddedWidth / unitColumns;
const uint keyUnits = tileKeys / unitColumns;

// In eights, as all that lies in shared memory. Rows of an odd number lie in different banks.
const uint deep = paddedDepth / 8;
const uint wide = paddedWidth / 8;
const uint across = tileKeys / 8;
const uint pitchK = (isTransposed != 0 ? across : deep) | 1;
const uint pitchV = wide | 1;
const uint deepThere = (depth + 7) / 8; // not all of what units are padded to
const uint wideThere = (width + 7) / 8;
const uint keyEights = isTransposed != 0 ? depth * across : tileKeys * deepThere; // without gaps and pads
const uint valueEights = tileKeys * wideThere;
const uint sharedKeys = (isTransposed != 0 ? paddedDepth : tileKeys) * pitchK;
const uint sharedValues = tileKeys * pitchV;
const uint valuesBegin = isApart != 0 ? sharedKeys : 0;

const uint keyLoads = (keyEights + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
const uint valueLoads = (valueEights + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;

#define Sums coopmat<float, gl_ScopeSubgroup, unitRows, unitColumns, gl_MatrixUseAccumulator>
#define Halves coopmat<float16_t, gl_ScopeSubgroup, unitRows, unitColumns, gl_MatrixUseAccumulator>
#define UnitA coopmat<UNIT_ELEMENT, gl_ScopeSubgroup, unitRows, unitDepth, gl_MatrixUseA>
#define UnitB coopmat<UNIT_ELEMENT, gl_ScopeSubgroup, unitDepth, unitColumns, gl_MatrixUseB>

shared uvec4 tile[isApart != 0 ? sharedKeys + sharedValues : (sharedKeys > sharedValues ? sharedKeys : sharedValues)];

uint queriesBegin, queryPitch, keysBegin, keyPitch, valuesOfMatrix, valuePitch;
bool areQueriesAligned, areKeysAligned, areValuesAligned;
// Whether rows are whole eights, each of which is one access.
bool areKeysWhole, areValuesWhole;
uvec4 next[keyLoads > valueLoads ? keyLoads : valueLoads];

void findOperands()
{
    const uint matrix = gl_WorkGroupID.y;
    queriesBegin = matrixBegin(headsOfQ, matrix, push.rows, depth);
    queryPitch = rowPitch(headsOfQ, depth);
    areQueriesAligned = ((push.tensorOffset[qSlot] + queriesBegin) | queryPitch) % 8 == 0;
    keysBegin = matrixBegin(headsOfK, matrix, push.keys, depth);
    keyPitch = isTransposed != 0 ? push.keys : rowPitch(headsOfK, depth);
    areKeysAligned = ((push.tensorOffset[kSlot] + keysBegin) | keyPitch) % 8 == 0;
    areKeysWhole = areKeysAligned && (isTransposed != 0 || depth % 8 == 0);
    valuesOfMatrix = matrixBegin(headsOfV, matrix, push.keys, width);
    valuePitch = rowPitch(headsOfV, width);
    areValuesAligned = ((push.tensorOffset[vSlot] + valuesOfMatrix) | valuePitch) % 8 == 0;
    areValuesWhole = areValuesAligned && width % 8 == 0;
}

uvec4 queryEight(uint row, uint d)
{
    return qEight(queriesBegin + row * queryPitch + d, row < push.rows ? eightBefore(depth, d) : 0, areQueriesAligned);
}

// Row and column, in eights, of the invocation's i-th eight in rows of `columns`. Where work groups are whole rows, the
// compiler need not divide for each.
uvec2 placeInRows(uint i, uint columns)
{
    const uint first = gl_LocalInvocationID.x;
    if (gl_WorkGroupSize.x % columns == 0) {
        return uvec2(first / columns + i * (gl_WorkGroupSize.x / columns), first % columns);
    }
    return uvec2((first + i * gl_WorkGroupSize.x) / columns, (first + i * gl_WorkGroupSize.x) % columns);
}
// Of keys and their depths or, where k is transposed, of depths and their keys.
uvec2 placeOfKeys(uint i) { return placeInRows(i, isTransposed != 0 ? across : deepThere); }
uvec2 placeOfValues(uint i) { return placeInRows(i, wideThere); }

uint keysAt(uvec2 place, uint firstKey)
{
    return isTransposed != 0 ? keysBegin + place.x * keyPitch + firstKey + place.y * 8
                             : keysBegin + (firstKey + place.x) * keyPitch + place.y * 8;
}
uint valuesAt(uvec2 place, uint firstKey)
{
    return valuesOfMatrix + (firstKey + place.x) * valuePitch + place.y * 8;
}

// How many elements of the eight there are.
uint keysThere(uvec2 place, uint firstKey, uint keys)
{
    if (isTransposed != 0) {
        return place.x < depth && firstKey + place.y * 8 < keys ? eightBefore(push.keys, firstKey + place.y * 8) : 0;
    }
    return firstKey + place.x < keys ? eightBefore(depth, place.y * 8) : 0;
}
uint valuesThere(uvec2 place, uint firstKey, uint keys)
{
    return firstKey + place.x < keys ? eightBefore(width, place.y * 8) : 0;
}

// Whether the invocation has an i-th eight, which the compiler knows of most.
bool hasKeys(uint i)
{
    return keyEights % gl_WorkGroupSize.x == 0 || gl_LocalInvocationID.x + i * gl_WorkGroupSize.x < keyEights;
}
bool hasValues(uint i)
{
    return valueEights % gl_WorkGroupSize.x == 0 || gl_LocalInvocationID.x + i * gl_WorkGroupSize.x < valueEights;
}

// In most tiles all keys are there. Elsewhere what is not is read where the matrix begins, and becomes zeros: a processor may wait
// for a read at the end of each branch.
void fetchKeys(uint firstKey, uint keys)
{
    if (isAhead == 0 || !areKeysWhole || firstKey >= keys) {
        return;
    }
    if (firstKey + tileKeys <= keys) {
        [[unroll]] for (uint i = 0; i < keyLoads; ++i) {
            const uint at = hasKeys(i) ? keysAt(placeOfKeys(i), firstKey) : keysBegin;
            next[i] = EIGHTS(k, (push.tensorOffset[kSlot] + at) / 8);
        }
        return;
    }
    [[unroll]] for (uint i = 0; i < keyLoads; ++i) {
        const uvec2 place = placeOfKeys(i);
        const bool isThere = hasKeys(i) && keysThere(place, firstKey, keys) != 0;
        const uint at = mix(keysBegin, keysAt(place, firstKey), isThere);
        next[i] = mix(uvec4(0), EIGHTS(k, (push.tensorOffset[kSlot] + at) / 8), bvec4(isThere));
    }
}

void fetchValues(uint firstKey, uint keys)
{
    if (isAhead == 0 || !areValuesWhole || firstKey >= keys) {
        return;
    }
    if (firstKey + tileKeys <= keys) {
        [[unroll]] for (uint i = 0; i < valueLoads; ++i) {
            const uint at = hasValues(i) ? valuesAt(placeOfValues(i), firstKey) : valuesOfMatrix;
            next[i] = EIGHTS(v, (push.tensorOffset[vSlot] + at) / 8);
        }
        return;
    }
    [[unroll]] for (uint i = 0; i < valueLoads; ++i) {
        const uvec2 place = placeOfValues(i);
        const bool isThere = hasValues(i) && valuesThere(place, firstKey, keys) != 0;
        const uint at = mix(valuesOfMatrix, valuesAt(place, firstKey), isThere);
        next[i] = mix(uvec4(0), EIGHTS(v, (push.tensorOffset[vSlot] + at) / 8), bvec4(isThere));
    }
}

// Pads of keys are multiplied, by zeros of q; those of values become results that nobody stores.
void shareKeyPads()
{
    const uint pads = isTransposed != 0 ? (paddedDepth - depth) * across : tileKeys * (deep - deepThere); // one a row at most
    for (uint i = gl_LocalInvocationID.x; i < pads; i += gl_WorkGroupSize.x) {
        tile[isTransposed != 0 ? (depth + i / across) * pitchK + i % across : i * pitchK + deepThere] = uvec4(0);
    }
}

void shareKeys(uint firstKey, uint keys)
{
    shareKeyPads();
    if (isAhead != 0 && areKeysWhole) {
        [[unroll]] for (uint i = 0; i < keyLoads; ++i) {
            const uvec2 place = placeOfKeys(i);
            if (hasKeys(i)) {
                tile[place.x * pitchK + place.y] = next[i];
            }
        }
        return;
    }
    [[dont_unroll]] for (uint i = 0; i < keyLoads; ++i) {
        const uvec2 place = placeOfKeys(i);
        if (hasKeys(i)) {
            tile[place.x * pitchK + place.y] =
                kEight(keysAt(place, firstKey), keysThere(place, firstKey, keys), areKeysAligned);
        }
    }
}

void shareValues(uint firstKey, uint keys)
{
    if (isAhead != 0 && areValuesWhole) {
        [[unroll]] for (uint i = 0; i < valueLoads; ++i) {
            const uvec2 place = placeOfValues(i);
            if (hasValues(i)) {
                tile[valuesBegin + place.x * pitchV + place.y] = next[i];
            }
        }
        return;
    }
    [[dont_unroll]] for (uint i = 0; i < valueLoads; ++i) {
        const uvec2 place = placeOfValues(i);
        if (hasValues(i)) {
            tile[valuesBegin + place.x * pitchV + place.y] =
                vEight(valuesAt(place, firstKey), valuesThere(place, firstKey, keys), areValuesAligned);
        }
    }
}

#endif
