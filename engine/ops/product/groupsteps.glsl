// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Steps of a tile that a work group holds, out of shared memory: for drivers that do not fetch matrices by their place, and for
// what is no matrix in memory. Include it after grouptiles.glsl, as steps.glsl.

const uint resultQuads = 0;
#include "product/steps.glsl"

void addSteps(inout Sums sums, uint row0, uint column0)
{
    seekTile(row0, column0);
    uvec4 nextA[loadsA];
    Columns nextB;
    loadStep(row0, column0, partBegin(stepDepth), nextA, nextB);
    for (uint k0 = partBegin(stepDepth); k0 < partEnd(stepDepth); k0 += stepDepth) {
        shareStep(nextA, nextB);
        barrier();
        loadStep(row0, column0, k0 + stepDepth, nextA, nextB); // after the last step, zeros or what another part needs
        StepA stepA;
        StepB stepB;
        coopMatLoad(stepA, tiles, 0, pitchA, gl_CooperativeMatrixLayoutRowMajor);
        if (transposedB != 0) {
            coopMatLoad(stepB, tiles, firstOfB, pitchB, gl_CooperativeMatrixLayoutColumnMajor);
        } else {
            coopMatLoad(stepB, tiles, firstOfB, pitchB, gl_CooperativeMatrixLayoutRowMajor);
        }
        sums = coopMatMulAdd(stepA, stepB, sums);
        barrier();
    }
}
