// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// gemmshared for convolutions, without patches.

#include "product/operands.glsl"

layout(local_size_x = 256) in;

#define WEIGHTLESS_SPLITS 6
#define WEIGHTLESS_IMAGE 4
#include "product/image.glsl"

#define ColumnOfB ImagePlace

ImagePlace columnOfB(uint n) { return imagePlace(n); }

float elementOfB(ImagePlace column, uint k)
{
    const ImagePlace place = throughTap(column, k);
    return isInImage(place) ? LOAD(T0, b, imageElement(place)) : 0.0;
}

#include "product/sharedtiles.glsl"
