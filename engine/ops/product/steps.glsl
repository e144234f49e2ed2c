// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What kernels on matrix units multiply at once: the rows of A and columns of B that a tile needs, one step deep, in shared
// memory. Each invocation brings the same places of every step in registers (loadStep), from where they are shared (shareStep)
// while nobody multiplies. Rows in shared memory are 16 bytes longer than what is in them, so that rows below each other lie in
// different banks. Include it after tileRows, tileColumns, stepDepth and resultQuads, for which the same memory has room when there
// are no more steps, beside EIGHTS_TENSOR(0, a) and EIGHTS_TENSOR(1, b), and what imagecolumns.glsl or matrixcolumns.glsl ask for.
// A processor may wait for a read at the end of each branch, so what can be read without one is; and nothing waits before all of
// a step is on its way.

#ifndef WEIGHTLESS_PRODUCT_STEPS_GLSL
#define WEIGHTLESS_PRODUCT_STEPS_GLSL

const uint deep = stepDepth / 8; // eights in a row of A, and in one of a transposed B
const uint across = tileColumns / 8; // in a row of another B
const uint pitchA = deep + 1;
const uint pitchB = transposedB != 0 ? deep + 1 : across + 1;
const uint eightsA = tileRows * deep;
const uint eightsB = tileColumns * deep;
const uint loadsA = (eightsA + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
const uint loadsB = (eightsB + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;

const uint firstOfB = tileRows * pitchA;
const uint stepQuads = firstOfB + (transposedB != 0 ? tileColumns * pitchB : stepDepth * pitchB);
shared uvec4 tiles[resultQuads > stepQuads ? resultQuads : stepQuads];

// Whether every invocation has as many places of a step, as in most tiles. Functions, since glslc makes invalid code of `&&`
// between two such comparisons of constants.
bool isAEven() { return eightsA % gl_WorkGroupSize.x == 0; }
bool isBEven() { return eightsB % gl_WorkGroupSize.x == 0; }
bool isInA(uint index) { return isAEven() || index < eightsA; }
bool isInB(uint index) { return isBEven() || index < eightsB; }

#ifdef WEIGHTLESS_IMAGE
#include "product/imagecolumns.glsl"
#else
#include "product/matrixcolumns.glsl"
#endif

uint firstA; // element of A's matrix
bool hasAlignedA; // each row begins an eight in memory

uvec4 loadA(uint index, uint row0, uint k0)
{
    const uint row = row0 + index / deep;
    const uint k = k0 + index % deep * 8;
    return aEight(firstA + row * push.strideA + k, row < push.rows ? eightBefore(push.depth, k) : 0, hasAlignedA);
}

uint placeInA(uint index) { return index / deep * pitchA + index % deep; }
uint placeInB(uint index)
{
    return firstOfB + (transposedB != 0 ? index / deep * pitchB + index % deep : index / across * pitchB + index % across);
}

void loadAnyRows(uint row0, uint k0, out uvec4 nextA[loadsA])
{
    [[unroll]] for (uint i = 0; i < loadsA; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        nextA[i] = isInA(index) ? loadA(index, row0, k0) : uvec4(0);
    }
}

// Whole steps of rows that begin eights are read without a condition. Where this invocation's eights of the first one lie is found
// once. Rows behind the last are the last one again: nobody stores what they make.
uint placesA[loadsA];

void seekRows(uint row0)
{
    [[unroll]] for (uint i = 0; i < loadsA; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        const uint row = min(row0 + index / deep, push.rows - 1);
        placesA[i] = (push.tensorOffset[aSlot] + firstA + row * push.strideA) / 8 + index % deep;
    }
}

void loadWholeRows(uint k0, out uvec4 nextA[loadsA])
{
    [[unroll]] for (uint i = 0; i < loadsA; ++i) {
        nextA[i] = EIGHTS(a, placesA[i] + k0 / 8);
    }
}

bool hasWholeRows(uint k0) { return hasAlignedA && isAEven() && k0 + stepDepth <= push.depth; }

#ifdef WEIGHTLESS_IMAGE
void loadStep(uint row0, uint column0, uint k0, out uvec4 nextA[loadsA], out Columns nextB)
{
    if (hasWholeRows(k0)) {
        loadWholeRows(k0, nextA);
    } else {
        loadAnyRows(row0, k0, nextA);
    }
    loadColumns(k0, nextB);
}
#else
void loadStep(uint row0, uint column0, uint k0, out uvec4 nextA[loadsA], out Columns nextB)
{
    if (hasWholeRows(k0) && hasWholeColumns(k0)) {
        loadWholeRows(k0, nextA);
        loadWholeColumns(k0, nextB);
    } else {
        loadAnyRows(row0, k0, nextA);
        loadAnyColumns(column0, k0, nextB);
    }
}
#endif

void shareStep(uvec4 nextA[loadsA], Columns nextB)
{
    [[unroll]] for (uint i = 0; i < loadsA; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        if (isInA(index)) {
            tiles[placeInA(index)] = nextA[i];
        }
    }
    uvec4 eights[loadsB];
    finishColumns(nextB, eights);
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        if (isInB(index)) {
            tiles[placeInB(index)] = eights[i];
        }
    }
}

// Before the first step.
void seekTile(uint row0, uint column0)
{
    firstA = batchOffsetA();
    hasAlignedA = ((push.tensorOffset[aSlot] + firstA) | push.strideA) % 8 == 0;
    seekRows(row0);
    seekColumns(column0);
}

#endif
