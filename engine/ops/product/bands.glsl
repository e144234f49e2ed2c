// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where a work group's tile lies, in tiles: x across, y down. Groups that follow each other take the tiles of a band of rows, column by
// column: most of what they read is in the cache. Where a device counts too few groups, a band is cut into blocks of columns. Behind
// the last row or column there is nothing to do. `bands` is WorkGrid's of workgrid.h. Include it after parameters.glsl.

#ifndef WEIGHTLESS_PRODUCT_BANDS_GLSL
#define WEIGHTLESS_PRODUCT_BANDS_GLSL

uvec2 tileOfGroup()
{
    const uint bandRows = (push.bands & 7u) + 1;
    const uint blocks = (push.bands >> 17) + 1;
    const uint blockTiles = push.bands >> 3 & 16383u;
    return uvec2(gl_WorkGroupID.y % blocks * blockTiles + gl_WorkGroupID.x / bandRows,
        gl_WorkGroupID.y / blocks * bandRows + gl_WorkGroupID.x % bandRows);
}

#endif
