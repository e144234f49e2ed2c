// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// gemmmatrix for convolutions, without patches.

#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

#include "product/operands.glsl"
#include "product/matrixshape.glsl"

layout(constant_id = 14) const uint hasRowsOfEights = 0;
layout(constant_id = 15) const uint hasBlockedFilter = 0;
#define WEIGHTLESS_SPLITS 16
#define WEIGHTLESS_IMAGE 12
#include "product/image.glsl"
#include "product/eights.glsl"

EIGHTS_TENSOR(0, a)
EIGHTS_TENSOR(1, b)
EIGHTS_RESULT(2, c)
EIGHTS_TENSOR(3, bias)
EIGHTS_TENSOR(4, residual)

#include "product/matrixtiles.glsl"
