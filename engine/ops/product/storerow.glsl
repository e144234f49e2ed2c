// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Eight neighbouring results of a row, written as many at once as its length allows, for software devices. Include it after
// product/wide.glsl, the tensor `y` as TENSOR, WIDE_TENSOR and PARTS_OF_TENSOR, PARAMETERS, and a constant storeWidth: 8, 4, 2 or
// 1, of which rows are a multiple and y begins at one (storeWidthOf() in product/neighbours.h).

#ifndef WEIGHTLESS_PRODUCT_STOREROW_GLSL
#define WEIGHTLESS_PRODUCT_STOREROW_GLSL

// From column `first` of a row of `width` on, which is element `place` of y.
void storeRow(float results[8], uint place, uint first, uint width)
{
    [[unroll]] for (uint e = 0; e < 8; e += storeWidth) {
        if (first + e < width) {
            const uint at = (push.tensorOffset[ySlot] + place + e) / storeWidth;
            if (storeWidth == 8) {
                GROUP(y, at) = packGroup(results);
            } else if (storeWidth == 4) {
                QUAD(y, at) = packQuad(vec4(results[e], results[(e + 1) % 8], results[(e + 2) % 8], results[(e + 3) % 8]));
            } else if (storeWidth == 2) {
                PAIR(y, at) = packPair(vec2(results[e], results[(e + 1) % 8]));
            } else {
                STORE(T0, y, place + e, results[e]);
            }
        }
    }
}

#endif
