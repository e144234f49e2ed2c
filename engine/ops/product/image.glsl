// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// B as a convolution's input, read where it lies: row k is a channel seen through a tap of the filter, column n a pixel of
// the result, counted through all images. Include it beside TENSOR(1, readonly, T0, b), with WEIGHTLESS_IMAGE defined as the
// first of two numbers of specialisation constants.

#ifndef WEIGHTLESS_PRODUCT_IMAGE_GLSL
#define WEIGHTLESS_PRODUCT_IMAGE_GLSL

#include "product/parameters.glsl"

const uint transposedB = 0;
layout(constant_id = WEIGHTLESS_IMAGE) const uint tapRows = 1; // known to the compiler: every access divides by them
layout(constant_id = WEIGHTLESS_IMAGE + 1) const uint tapColumns = 1;

// Pairs of 16 bits, the vertical one below the horizontal one; strides have 8 bits each.
uint inHeight() { return push.inSize & 0xffffu; }
uint inWidth() { return push.inSize >> 16; }
uint outWidth() { return push.outWidthAndStrides & 0xffffu; }
uint strideRow() { return push.outWidthAndStrides >> 16 & 0xffu; }
uint strideColumn() { return push.outWidthAndStrides >> 24; }

// Where the window of a pixel of the result begins.
struct ImagePlace {
    uint firstElement; // of the image's channels
    int row;
    int column;
};

ImagePlace imagePlace(uint n)
{
    const uint pixel = n % push.paddedWidth;
    ImagePlace place;
    place.firstElement = batchOffsetB() + n / push.paddedWidth * push.imageStride;
    place.row = int(pixel / outWidth() * strideRow()) - int(push.pads & 0xffffu);
    place.column = int(pixel % outWidth() * strideColumn()) - int(push.pads >> 16);
    return place;
}

// The same through the tap of row k.
ImagePlace throughTap(ImagePlace place, uint k)
{
    const uint tap = k % (tapRows * tapColumns);
    place.firstElement += k / (tapRows * tapColumns) * inHeight() * inWidth();
    place.row += int(tap / tapColumns * (push.dilations & 0xffffu));
    place.column += int(tap % tapColumns * (push.dilations >> 16));
    return place;
}

bool isInImage(ImagePlace place)
{
    return place.row >= 0 && place.row < int(inHeight()) && place.column >= 0 && place.column < int(inWidth());
}

// Of a place inside.
uint imageElement(ImagePlace place)
{
    return place.firstElement + uint(place.row) * inWidth() + uint(place.column);
}

#endif
