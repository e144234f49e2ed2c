// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// gemmgroup.comp for drivers that do not fetch matrices by their place: steps lie in shared memory first.

#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require

#include "product/operands.glsl"
#define WEIGHTLESS_SPLITS 9
#include "product/matrix.glsl"
#include "product/grouptiles.glsl"

shared float16_t sharedA[tileRows * stepDepth]; // rows of stepDepth
shared float16_t sharedB[tileColumns * stepDepth]; // columns of stepDepth

float16_t elementB(uint k, uint column)
{
    const uint at = transposedB != 0 ? column * push.channelStride + k : k * push.channelStride + column;
    return AT(b, batchOffsetB() + at);
}

void shareStep(uint row0, uint column0, uint k0, uint end)
{
    for (uint i = gl_LocalInvocationID.x; i < tileRows * stepDepth; i += gl_WorkGroupSize.x) {
        const uint row = row0 + i / stepDepth;
        const uint k = k0 + i % stepDepth;
        const bool exists = row < push.rows && k < end;
        sharedA[i] = exists ? AT(a, batchOffsetA() + row * push.strideA + k) : float16_t(0);
    }
    for (uint i = gl_LocalInvocationID.x; i < tileColumns * stepDepth; i += gl_WorkGroupSize.x) {
        const uint column = column0 + i / stepDepth;
        const uint k = k0 + i % stepDepth;
        const bool exists = column < push.columns && k < end;
        sharedB[i] = exists ? elementB(k, column) : float16_t(0);
    }
}

void addSteps(inout Sums sums, uint row0, uint column0)
{
    const uint end = partEnd(stepDepth);
    for (uint k0 = partBegin(stepDepth); k0 < end; k0 += stepDepth) {
        shareStep(row0, column0, k0, end);
        barrier();
        StepA stepA;
        StepB stepB;
        coopMatLoad(stepA, sharedA, 0, stepDepth, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(stepB, sharedB, 0, stepDepth, gl_CooperativeMatrixLayoutColumnMajor);
        sums = coopMatMulAdd(stepA, stepB, sums);
        barrier();
    }
}
