// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A work group makes tileRows x tileColumns results in fp32 as one matrix that all its invocations hold together: how it lies
// among them, and what of it passes through shared memory, is the driver's matter. Include it after matrix.glsl or image.glsl,
// with WEIGHTLESS_SPLITS. The kernels that are made of it say addSteps(sums, row0, column0): what the part's steps along the depth
// add, with zeros for what A and B do not have.

#include "product/bands.glsl"
#include "product/epilogue.glsl"

layout(local_size_x = 256, local_size_x_id = 4) in;
layout(constant_id = 5) const uint tileRows = 128;
layout(constant_id = 6) const uint tileColumns = 128;
layout(constant_id = 7) const uint stepDepth = 64;
layout(constant_id = 8) const uint holders = gl_ScopeWorkgroup; // or gl_ScopeSubgroup, of which the group is one

#define Sums coopmat<float, holders, tileRows, tileColumns, gl_MatrixUseAccumulator>
#define StepA coopmat<float16_t, holders, tileRows, stepDepth, gl_MatrixUseA>
#define StepB coopmat<float16_t, holders, stepDepth, tileColumns, gl_MatrixUseB>

uint firstElementA() { return push.tensorOffset[aSlot] + batchOffsetA(); }
uint firstElementB() { return push.tensorOffset[bSlot] + batchOffsetB(); }

void addSteps(inout Sums sums, uint row0, uint column0);

float storeElement(const in uint row, const in uint column, const in float sum, const in uint row0, const in uint column0)
{
    bool exists;
    const uint place = placeOfColumn(column0 + column, exists);
    if (exists && row0 + row < push.rows) {
        storeSum(row0 + row, column0 + column, place, sum);
    }
    return sum;
}

void main()
{
    const uint row0 = tileOfGroup().y * tileRows;
    const uint column0 = tileOfGroup().x * tileColumns;
    if (row0 >= push.rows || column0 >= push.columns || isLeftOut()) {
        return;
    }
    Sums sums = Sums(0.0);
    addSteps(sums, row0, column0);
    coopMatPerElementNV(sums, sums, storeElement, row0, column0);
}
