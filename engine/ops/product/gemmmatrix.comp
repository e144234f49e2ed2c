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

#include "product/matrixtiles.glsl"
