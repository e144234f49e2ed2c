// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// gemmgroup.comp for drivers that do not fetch matrices by their place.

#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require

#include "product/operands.glsl"
#define WEIGHTLESS_SPLITS 9
#include "product/matrix.glsl"
#include "product/eights.glsl"
#include "product/grouptiles.glsl"

EIGHTS_TENSOR(0, a)
EIGHTS_TENSOR(1, b)

const uint hasTaps = 0;
#include "product/groupsteps.glsl"
