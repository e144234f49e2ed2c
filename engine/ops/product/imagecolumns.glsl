// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// B as a convolution's input, for steps.glsl. It asks for image.glsl and hasRowsOfEights, which tells whether eight columns from a
// multiple of 8 on are pixels beside each other, seen without a stride.

// Where the windows of this invocation's eight columns begin: with hasRowsOfEights the first one's, otherwise of each its
// element, modulo 2^32, and a bit for each tap that is in the image; of filters with more taps than that its row and column, in
// 14 and 18 bits.
ImagePlace firstPlace;
uint elements[8];
uint corners[8];

const bool hasTapBits = tapRows * tapColumns <= 32;
const int lowestRow = (1 << 13) - 1; // is below all pictures, as fitsKernels() says; so is what a tap adds to it
const int lastColumn = (1 << 17) - 1;

uint tapBits(ImagePlace place)
{
    uint rows = 0; // of each row's first tap
    [[unroll]] for (uint r = 0; r < tapRows; ++r) {
        const uint row = uint(place.row + int(r * (push.dilations & 0xffffu)));
        rows |= mix(0u, 1u << r * tapColumns, row < inHeight());
    }
    uint taps = 0;
    [[unroll]] for (uint c = 0; c < tapColumns; ++c) {
        const uint column = uint(place.column + int(c * (push.dilations >> 16)));
        taps |= mix(0u, rows << c, column < inWidth());
    }
    return taps;
}

void seekColumns(uint column0)
{
    const uint column = column0 + gl_LocalInvocationID.x % across * 8;
    if (hasRowsOfEights != 0) {
        firstPlace = imagePlace(column);
        firstPlace.row = column < push.columns ? firstPlace.row : lowestRow;
        return;
    }
    [[unroll]] for (uint i = 0; i < 8; ++i) {
        const ImagePlace place = imagePlace(column + i);
        elements[i] = imageElement(place);
        if (hasTapBits) {
            corners[i] = mix(0u, tapBits(place), column + i < push.columns);
        } else {
            const int row = column + i < push.columns ? min(place.row, lowestRow) : lowestRow;
            corners[i] = uint(row << 18 | (min(place.column, lastColumn) & 0x3ffff));
        }
    }
}

// Neighbours in a row of the image: the eights in memory that hold them, and which of their elements these are.
struct Run {
    uvec4 lower;
    uvec4 upper;
    uint by;
    uint begin;
    uint end;
};

// What is not there is none of the tensor's first eight.
Run runOf(uint k, bool isIn)
{
    const ImagePlace place = throughTap(firstPlace, k);
    const int last = int(inWidth()) - place.column;
    Run run;
    run.begin = uint(clamp(-place.column, 0, 8));
    run.end = uint(clamp(last, 0, 8));
    const bool isThere = all(bvec4(isIn, k < push.depth, uint(place.row) < inHeight(), run.begin < run.end)); // no branches
    run.begin = mix(0u, run.begin, isThere);
    run.end = mix(0u, run.end, isThere);
    const uint at = push.tensorOffset[bSlot] + mix(0u, imageElement(place), isThere);
    run.by = at % 8;
    const uint lower = mix((at + 7) / 8, at / 8, run.by + run.begin < 8);
    run.lower = EIGHTS(b, lower);
    run.upper = EIGHTS(b, mix(lower, (at + 7) / 8, run.by + run.end > 8));
    return run;
}

// Of each column its element that many behind where its window begins; of those that are not there the tensor's first, and
// then zeros: eight reads in branches would be waited for one after the other.
uvec4 eightSeen(const bool isThere[8], uint behind)
{
    T0_STORAGE found[8];
    [[unroll]] for (uint i = 0; i < 8; ++i) {
        found[i] = AT(b, mix(0u, elements[i] + behind, isThere[i]));
    }
    uvec4 eight;
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        eight[i] = ELEMENT_PAIR(found[2 * i], found[2 * i + 1])
            & (mix(0u, 0xffffu, isThere[2 * i]) | mix(0u, 0xffff0000u, isThere[2 * i + 1]));
    }
    return eight;
}

uvec4 eightApart(uint k)
{
    const ImagePlace tap = throughTap(ImagePlace(0, 0, 0), k);
    const uint tapBit = mix(0u, 1u << k % (tapRows * tapColumns), k < push.depth);
    bool isThere[8];
    [[unroll]] for (uint i = 0; i < 8; ++i) {
        if (hasTapBits) {
            isThere[i] = (corners[i] & tapBit) != 0;
        } else {
            const uint row = uint((int(corners[i]) >> 18) + tap.row);
            const uint column = uint((int(corners[i]) << 14 >> 14) + tap.column);
            isThere[i] = all(bvec3(k < push.depth, row < inHeight(), column < inWidth()));
        }
    }
    return eightSeen(isThere, imageElement(tap));
}

void loadColumns(uint k0, out uvec4 nextB[loadsB])
{
    if (hasRowsOfEights != 0) {
        Run runs[loadsB];
        [[unroll]] for (uint i = 0; i < loadsB; ++i) {
            const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
            runs[i] = runOf(k0 + index / across, isInB(index));
        }
        [[unroll]] for (uint i = 0; i < loadsB; ++i) {
            nextB[i] = eightBetween(eightWithin(runs[i].lower, runs[i].upper, runs[i].by), runs[i].begin, runs[i].end);
        }
        return;
    }
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        nextB[i] = eightApart(k0 + index / across); // what is in no tile is read as well
    }
}
