// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// gemmshared for convolutions, without patches.

#include "product/operands.glsl"

layout(local_size_x = 256, local_size_x_id = 4) in;

#define WEIGHTLESS_SPLITS 9
#define WEIGHTLESS_IMAGE 7
#include "product/image.glsl"

#define ColumnOfB ImagePlace

ImagePlace columnOfB(uint n) { return imagePlace(n); }

// What lies outside is read as its channel's first element, so that all four are on their way at once.
vec4 quadOfB(ImagePlace columns[4], uint k, out bvec4 exist)
{
    vec4 quad;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        const ImagePlace place = throughTap(columns[i], k);
        const uint element = imageElement(place);
        exist[i] = isInImage(place);
        quad[i] = LOAD(T0, b, exist[i] ? element : place.firstElement);
    }
    return quad;
}

#include "product/sharedtiles.glsl"
