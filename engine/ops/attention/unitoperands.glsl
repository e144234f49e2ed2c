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
const uint keyEights = tileKeys * deep; // without gaps
const uint valueEights = tileKeys * wide;
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

// Row and column, in eights, of what is the index-th of a tile: of keys and their depths or, where k is transposed, of depths
// and their keys.
uvec2 placeOfKeys(uint index)
{
    return isTransposed != 0 ? uvec2(index / across, index % across) : uvec2(index / deep, index % deep);
}
uvec2 placeOfValues(uint index) { return uvec2(index / wide, index % wide); }

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

// Whether it is a place of every invocation, which the compiler knows of most tiles.
bool isOfKeys(uint index) { return keyEights % gl_WorkGroupSize.x == 0 || index < keyEights; }
bool isOfValues(uint index) { return valueEights % gl_WorkGroupSize.x == 0 || index < valueEights; }

// What is not there is read where the matrix begins, and becomes zeros: a processor may wait for a read at the end of each branch.
void fetchKeys(uint firstKey, uint keys)
{
    if (isAhead == 0 || !areKeysWhole || firstKey >= keys) {
        return;
    }
    [[unroll]] for (uint i = 0; i < keyLoads; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        const uvec2 place = placeOfKeys(index);
        const bool isThere = isOfKeys(index) && keysThere(place, firstKey, keys) != 0;
        const uint at = mix(keysBegin, keysAt(place, firstKey), isThere);
        next[i] = mix(uvec4(0), EIGHTS(k, (push.tensorOffset[kSlot] + at) / 8), bvec4(isThere));
    }
}

void fetchValues(uint firstKey, uint keys)
{
    if (isAhead == 0 || !areValuesWhole || firstKey >= keys) {
        return;
    }
    [[unroll]] for (uint i = 0; i < valueLoads; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        const uvec2 place = placeOfValues(index);
        const bool isThere = isOfValues(index) && valuesThere(place, firstKey, keys) != 0;
        const uint at = mix(valuesOfMatrix, valuesAt(place, firstKey), isThere);
        next[i] = mix(uvec4(0), EIGHTS(v, (push.tensorOffset[vSlot] + at) / 8), bvec4(isThere));
    }
}

void shareKeys(uint firstKey, uint keys)
{
    if (isAhead != 0 && areKeysWhole) {
        [[unroll]] for (uint i = 0; i < keyLoads; ++i) {
            const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
            const uvec2 place = placeOfKeys(index);
            if (isOfKeys(index)) {
                tile[place.x * pitchK + place.y] = next[i];
            }
        }
        return;
    }
    for (uint index = gl_LocalInvocationID.x; index < keyEights; index += gl_WorkGroupSize.x) {
        const uvec2 place = placeOfKeys(index);
        tile[place.x * pitchK + place.y] =
            kEight(keysAt(place, firstKey), keysThere(place, firstKey, keys), areKeysAligned);
    }
}

void shareValues(uint firstKey, uint keys)
{
    if (isAhead != 0 && areValuesWhole) {
        [[unroll]] for (uint i = 0; i < valueLoads; ++i) {
            const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
            const uvec2 place = placeOfValues(index);
            if (isOfValues(index)) {
                tile[valuesBegin + place.x * pitchV + place.y] = next[i];
            }
        }
        return;
    }
    for (uint index = gl_LocalInvocationID.x; index < valueEights; index += gl_WorkGroupSize.x) {
        const uvec2 place = placeOfValues(index);
        tile[valuesBegin + place.x * pitchV + place.y] =
            vEight(valuesAt(place, firstKey), valuesThere(place, firstKey, keys), areValuesAligned);
    }
}

#endif
