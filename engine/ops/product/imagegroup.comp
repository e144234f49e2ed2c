// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Convolutions by work groups that hold a tile together, without patches.

#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require

#include "product/operands.glsl"

layout(constant_id = 11) const uint hasRowsOfEights = 0;
layout(constant_id = 12) const uint hasBlockedFilter = 0;
#define WEIGHTLESS_SPLITS 13
#define WEIGHTLESS_IMAGE 9
#include "product/image.glsl"
#include "product/eights.glsl"
#include "product/grouptiles.glsl"

EIGHTS_TENSOR(0, a)
EIGHTS_TENSOR(1, b)

#include "product/groupsteps.glsl"
