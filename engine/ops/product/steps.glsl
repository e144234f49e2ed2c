// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What kernels on matrix units multiply at once: the rows of A and columns of B that a tile needs, one step deep, in shared
// memory. Each invocation brings the same places of every step in registers (loadStep), from where they are shared (shareStep)
// while nobody multiplies. Rows in shared memory are 16 bytes longer than what is in them, so that rows below each other lie in
// different banks. Include it after tileRows, tileColumns and stepDepth, beside EIGHTS_TENSOR(0, a).
// Whoever includes it says what B is: seekColumns(n), once, where this invocation's eights of each row begin, then
// eightBeside(k), those of row k; and with transposedB eightBelow(k, n), eight of column n from row k on; zeros for what B does
// not have.

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

shared uvec4 tileA[tileRows * pitchA];
shared uvec4 tileB[transposedB != 0 ? tileColumns * pitchB : stepDepth * pitchB];

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
    return transposedB != 0 ? index / deep * pitchB + index % deep : index / across * pitchB + index % across;
}

void loadStep(uint row0, uint column0, uint k0, out uvec4 nextA[loadsA], out uvec4 nextB[loadsB])
{
    [[unroll]] for (uint i = 0; i < loadsA; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        nextA[i] = index < eightsA ? loadA(index, row0, k0) : uvec4(0);
    }
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        if (index >= eightsB) {
            nextB[i] = uvec4(0);
        } else if (transposedB != 0) {
            nextB[i] = eightBelow(k0 + index % deep * 8, column0 + index / deep);
        } else {
            nextB[i] = eightBeside(k0 + index / across); // the group's size is a multiple of `across`
        }
    }
}

void shareStep(uvec4 nextA[loadsA], uvec4 nextB[loadsB])
{
    [[unroll]] for (uint i = 0; i < loadsA; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        if (index < eightsA) {
            tileA[placeInA(index)] = nextA[i];
        }
    }
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        if (index < eightsB) {
            tileB[placeInB(index)] = nextB[i];
        }
    }
}

// Before the first step.
void seekTile(uint column0)
{
    firstA = batchOffsetA();
    hasAlignedA = ((push.tensorOffset[aSlot] + firstA) | push.strideA) % 8 == 0;
    seekColumns(column0 + gl_LocalInvocationID.x % across * 8);
}

#endif
