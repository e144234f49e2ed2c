// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Linear interpolation of pictures, up to eight neighbours of a row at once. Include it after tensor.glsl. Of two numbers the first
// is for rows, the second for columns: place i of the result lies at (i + shift) * step + offset of the input.

#ifndef WEIGHTLESS_RESIZE_LINES_GLSL
#define WEIGHTLESS_RESIZE_LINES_GLSL

PARAMETERS(uint planes; uint inSize[2]; uint outSize[2]; float step[2]; float shift[2]; float offset[2];)

// Four bits for each neighbour: how many columns it is behind the first one at least. It is one more at most, as the first one
// lies anywhere between two columns: no neighbour has to look for its columns.
layout(constant_id = 0) const uint leastColumns = 0;
const uint mostColumns = 17; // that neighbours see

uint leastColumn(uint e) { return leastColumns >> 4 * e & 15u; }

float placeOf(uint at, uint d) { return (float(at) + push.shift[d]) * push.step[d] + push.offset[d]; }

// The two rows that a row of the result lies between, and the weight of the lower one.
void rowsOf(uint row, out uint top, out uint bottom, out float weight)
{
    const float place = clamp(placeOf(row, 0), 0.0, float(push.inSize[0] - 1));
    top = uint(place);
    bottom = min(top + 1, push.inSize[0] - 1);
    weight = place - float(top);
}

// The column before the first of the neighbours, -1 where that lies before all of them, and how far it is behind that column.
void columnOf(uint first, out int column, out float rest)
{
    const float place = clamp(placeOf(first, 1), -1.0, float(push.inSize[1]));
    column = int(floor(place));
    rest = place - float(column);
}

// Neighbour e, of the columns of both rows from the first one's column on. Terms are added as resize.comp does, and with its
// weights: where these are exact, as for whole factors, so are the last bits of results that are quantized next.
float neighbourOf(float above[mostColumns], float below[mostColumns], float lower, int first, float rest, uint e)
{
    const uint least = leastColumn(e);
    const float behind = rest + (float(e) * push.step[1] - float(least));
    const bool isNext = behind >= 1.0;
    const int column = first + int(least) + (isNext ? 1 : 0);
    const bool isBetween = column >= 0 && column + 1 < int(push.inSize[1]); // else both are the nearest column
    const float right = isBetween ? behind - (isNext ? 1.0 : 0.0) : 0.0;
    const float left = 1.0 - right;
    const float upper = 1.0 - lower;
    float sum = upper * left * (isNext ? above[least + 1] : above[least]);
    sum += upper * right * (isNext ? above[least + 2] : above[least + 1]);
    sum += lower * left * (isNext ? below[least + 1] : below[least]);
    return sum + lower * right * (isNext ? below[least + 2] : below[least + 1]);
}

#endif
