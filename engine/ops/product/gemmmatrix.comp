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

uvec4 eightBelow(uint k, uint column)
{
    const uint firstB = batchOffsetB();
    const uint count = column < push.columns ? eightBefore(push.depth, k) : 0;
    const bool isAligned = ((push.tensorOffset[bSlot] + firstB) | push.channelStride) % 8 == 0;
    return bEight(firstB + column * push.channelStride + k, count, isAligned);
}

uvec4 eightBeside(uint k, uint column)
{
    const uint firstB = batchOffsetB();
    uint strides = (push.tensorOffset[bSlot] + firstB) | push.channelStride;
    if (hasTaps != 0) {
        strides |= push.tapRowStride | push.tapStride;
    }
    const uint count = k < push.depth ? eightBefore(push.columns, column) : 0;
    const uint rowOffset = hasTaps != 0 ? rowOffsetB(k) : k * push.channelStride;
    return bEight(firstB + rowOffset + column, count, strides % 8 == 0);
}

#include "product/matrixtiles.glsl"
