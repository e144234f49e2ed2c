// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// gemmmatrix for convolutions, without patches.

#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

#include "product/operands.glsl"
#include "product/matrixshape.glsl"

#define WEIGHTLESS_SPLITS 14
#define WEIGHTLESS_IMAGE 12
#include "product/image.glsl"
#include "product/eights.glsl"

EIGHTS_TENSOR(0, a)
EIGHTS_TENSOR(1, b)

uvec4 eightBelow(uint k, uint column) { return uvec4(0); } // B is not transposed

// A row of the image holds eight neighbours beside each other where the stride is 1 and none of them lies outside.
uvec4 eightBeside(uint k, uint column)
{
    const uint count = k < push.depth ? eightBefore(push.columns, column) : 0;
    const ImagePlace first = throughTap(imagePlace(column), k);
    const bool isInRow = count == 8 && strideColumn() == 1 && first.x + 8 <= outWidth();
    if (isInRow && (first.row < 0 || first.row >= int(inHeight()))) {
        return uvec4(0);
    }
    if (isInRow && first.column >= 0 && first.column + 8 <= int(inWidth())) {
        const uint element = imageElement(first);
        return bEight(element, 8, (push.tensorOffset[bSlot] + element) % 8 == 0);
    }
    uvec4 eight = uvec4(0);
    [[unroll]] for (uint i = 0; i < 8; ++i) {
        const ImagePlace place = throughTap(imagePlace(column + i), k);
        if (i < count && isInImage(place)) {
            const uint bits = ELEMENT_BITS(AT(b, imageElement(place)));
            eight[i / 2] |= bits << i % 2 * 16;
        }
    }
    return eight;
}

#include "product/matrixtiles.glsl"
