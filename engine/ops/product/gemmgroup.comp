// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product of float16 by work groups that hold a tile together, whose driver fetches steps by their place in A and B.

#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require

#include "product/operands.glsl"
#define WEIGHTLESS_SPLITS 9
#include "product/matrix.glsl"
#include "product/grouptiles.glsl"

// The memory that is bound from an element on.
#ifdef WEIGHTLESS_ADDRESSES
#define MEMORY(name, first) name##Reference(elementAddress(addressTable.address[name##Slot], first, name##Bytes)).data, 0
#else
#define MEMORY(name, first) name##Data, first
#endif

// A matrix in memory, with zeros around it.
#define Layout tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV>
Layout layoutOf(uint rows, uint columns, uint stride)
{
    Layout matrix = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    matrix = setTensorLayoutDimensionNV(matrix, rows, columns);
    return setTensorLayoutStrideNV(matrix, stride, 1);
}

void addStepsFrom(inout Sums sums, uint row0, uint column0, uint firstA, uint strideA, uint firstB, uint strideB)
{
    const uint end = partEnd(stepDepth);
    const Layout a = layoutOf(push.rows, end, strideA);
    const Layout b = transposedB != 0 ? layoutOf(push.columns, end, strideB) : layoutOf(end, push.columns, strideB);
    const tensorViewNV<2, false, 1, 0> transposed = createTensorViewNV(2, false, 1, 0);
    for (uint k0 = partBegin(stepDepth); k0 < end; k0 += stepDepth) {
        StepA stepA;
        StepB stepB;
        coopMatLoadTensorNV(stepA, MEMORY(a, firstA), sliceTensorLayoutNV(a, row0, tileRows, k0, stepDepth));
        if (transposedB != 0) {
            coopMatLoadTensorNV(
                stepB, MEMORY(b, firstB), sliceTensorLayoutNV(b, column0, tileColumns, k0, stepDepth), transposed);
        } else {
            coopMatLoadTensorNV(
                stepB, MEMORY(b, firstB), sliceTensorLayoutNV(b, k0, stepDepth, column0, tileColumns));
        }
        sums = coopMatMulAdd(stepA, stepB, sums);
    }
}

// Accesses are as wide as what the driver's compiler knows of where rows begin.
void addSteps(inout Sums sums, uint row0, uint column0)
{
    const uint firstA = firstElementA();
    const uint firstB = firstElementB();
    if (((firstA | firstB | push.strideA | push.channelStride) & 7u) == 0) {
        addStepsFrom(sums, row0, column0, firstA & ~7u, push.strideA & ~7u, firstB & ~7u, push.channelStride & ~7u);
    } else {
        addStepsFrom(sums, row0, column0, firstA, push.strideA, firstB, push.channelStride);
    }
}
