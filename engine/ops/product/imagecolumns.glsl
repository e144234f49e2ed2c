// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// B as a convolution's input, for steps.glsl. Include it after image.glsl, beside EIGHTS_TENSOR(1, b) and hasRowsOfEights, which
// tells whether eight columns from a multiple of 8 on are pixels beside each other, seen without a stride.

// Where the windows of this invocation's eight columns begin: with hasRowsOfEights the first one's, otherwise of each its
// element, modulo 2^32, and its row and column in 14 and 18 bits.
ImagePlace firstPlace;
uint elements[8];
int corners[8];

const int lowestRow = (1 << 13) - 1; // is below all pictures, as fitsKernels() says; so is what a tap adds to it
const int lastColumn = (1 << 17) - 1;

void seekColumns(uint column)
{
    if (hasRowsOfEights != 0) {
        firstPlace = imagePlace(column);
        firstPlace.row = column < push.columns ? firstPlace.row : lowestRow;
        return;
    }
    [[unroll]] for (uint i = 0; i < 8; ++i) {
        const ImagePlace place = imagePlace(column + i);
        elements[i] = imageElement(place);
        const int row = column + i < push.columns ? min(place.row, lowestRow) : lowestRow;
        corners[i] = row << 18 | (min(place.column, lastColumn) & 0x3ffff);
    }
}

uvec4 eightBelow(uint k, uint column) { return uvec4(0); } // B is not transposed

uvec4 eightInRow(uint k)
{
    const ImagePlace place = throughTap(firstPlace, k);
    if (k >= push.depth || place.row < 0 || place.row >= int(inHeight())) {
        return uvec4(0);
    }
    const int end = int(inWidth()) - place.column;
    return bRun(imageElement(place), uint(clamp(-place.column, 0, 8)), uint(clamp(end, 0, 8)));
}

uvec4 eightBeside(uint k)
{
    if (hasRowsOfEights != 0) {
        return eightInRow(k);
    }
    const ImagePlace tap = throughTap(ImagePlace(0, 0, 0), k);
    const uint tapElement = imageElement(tap);
    uvec4 eight = uvec4(0);
    [[unroll]] for (uint i = 0; i < 8; ++i) {
        const uint row = uint((corners[i] >> 18) + tap.row);
        const uint column = uint((corners[i] << 14 >> 14) + tap.column);
        if (k < push.depth && row < inHeight() && column < inWidth()) {
            eight[i / 2] |= ELEMENT_BITS(AT(b, elements[i] + tapElement)) << i % 2 * 16;
        }
    }
    return eight;
}
