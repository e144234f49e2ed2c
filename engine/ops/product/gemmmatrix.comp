// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The product of 16-bit floats on matrix units.

#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

#include "product/operands.glsl"
#include "product/matrixshape.glsl"
#define WEIGHTLESS_SPLITS 13
#include "product/matrix.glsl"
#include "product/eights.glsl"

layout(constant_id = 12) const uint hasTaps = 0; // B has more than one tap

EIGHTS_TENSOR(0, a)
EIGHTS_TENSOR(1, b)
EIGHTS_RESULT(2, c)
EIGHTS_TENSOR(3, bias)
EIGHTS_TENSOR(4, residual)

uint firstB; // element of B's matrix
bool hasAlignedB; // each of its rows, or columns where it is transposed, begins an eight in memory
uint firstColumn;
uint columnCount;

void seekColumns(uint column)
{
    firstB = batchOffsetB();
    uint strides = (push.tensorOffset[bSlot] + firstB) | push.channelStride;
    if (hasTaps != 0) {
        strides |= push.tapRowStride | push.tapStride;
    }
    hasAlignedB = strides % 8 == 0;
    firstColumn = firstB + column;
    columnCount = eightBefore(push.columns, column);
}

uvec4 eightBelow(uint k, uint column)
{
    const uint count = column < push.columns ? eightBefore(push.depth, k) : 0;
    return bEight(firstB + column * push.channelStride + k, count, hasAlignedB);
}

uvec4 eightBeside(uint k)
{
    const uint rowOffset = hasTaps != 0 ? rowOffsetB(k) : k * push.channelStride;
    return bEight(firstColumn + rowOffset, k < push.depth ? columnCount : 0, hasAlignedB);
}

#include "product/matrixtiles.glsl"
