// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// B as a convolution's input, for steps.glsl. It asks for image.glsl, hasRowsOfEights, which tells whether eight columns from a
// multiple of 8 on are pixels beside each other, seen without a stride, and hasBlockedFilter: A's rows are then blocks of 64
// channels, each of them tap by tap (model/blockedfilter.h), and rows of eights are said of images only whose planes are eights.

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

// Whether the window of this invocation's column sees the image through a tap: by its bit where there are bits, which is 0 for what
// is no tap, or by what it adds.
bool isSeen(uint e, uint tapBit, ImagePlace tap, bool isTap)
{
    if (hasTapBits) {
        return (corners[e] & tapBit) != 0;
    }
    const uint row = uint((int(corners[e]) >> 18) + tap.row);
    const uint column = uint((int(corners[e]) << 14 >> 14) + tap.column);
    return all(bvec3(isTap, row < inHeight(), column < inWidth()));
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

// Of a step this invocation's eights. Those of a blocked filter's rows are there as they were read, each as the two in memory that
// hold it: what makes one of them waits for memory, so it is done where the step is shared, when the one before was multiplied.
// Which of their elements these are is the same for all of a step.
struct Columns {
    uvec4 eights[loadsB]; // or the lower ones
    uvec4 uppers[loadsB];
    uint by; // the first element
    uint begin; // those in the image, from the first
    uint end;
};

// Neighbours in a row of the image. What is not there is none of the tensor's first eight.
struct Run {
    uvec4 lower;
    uvec4 upper;
    uint by;
    uint begin;
    uint end;
};

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

void readRuns(uint k0, out Columns next)
{
    Run runs[loadsB];
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        runs[i] = runOf(k0 + index / across, isInB(index));
    }
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        next.eights[i] = eightBetween(eightWithin(runs[i].lower, runs[i].upper, runs[i].by), runs[i].begin, runs[i].end);
    }
}

// Of each column the element behind its window's begin, and zeros for those that are not seen: eight reads in branches would be
// waited for one after the other.
uvec4 eightOf(const uint places[8], const bool areSeen[8])
{
    T0_STORAGE found[8];
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        found[e] = AT(b, places[e]);
    }
    uvec4 eight;
    [[unroll]] for (uint p = 0; p < 4; ++p) {
        eight[p] = ELEMENT_PAIR(found[2 * p], found[2 * p + 1])
            & (mix(0u, 0xffffu, areSeen[2 * p]) | mix(0u, 0xffff0000u, areSeen[2 * p + 1]));
    }
    return eight;
}

uvec4 eightApart(uint k)
{
    const ImagePlace tap = throughTap(ImagePlace(0, 0, 0), k);
    const uint tapBit = mix(0u, 1u << k % (tapRows * tapColumns), k < push.depth);
    bool areSeen[8];
    uint places[8];
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        areSeen[e] = isSeen(e, tapBit, tap, k < push.depth);
        places[e] = mix(0u, elements[e] + imageElement(tap), areSeen[e]);
    }
    return eightOf(places, areSeen);
}

// A step of a blocked filter is one tap of as many channels as it is deep, so what depends on the tap is found once for all of
// an invocation's eights.
const uint filterBlock = 64; // channels, as model/blockedfilter.h has them
const uint blockDepth = filterBlock * tapRows * tapColumns;
const uint channelsApart = gl_WorkGroupSize.x / across; // from one eight to the next

uint planeSize() { return inHeight() * inWidth(); }

// Of the first eight, as an element behind a window's begin.
uint blockChannel(uint k0)
{
    // Invocations without a place in B read one of the others'.
    const uint channel = k0 / blockDepth * filterBlock + k0 % filterBlock + gl_LocalInvocationID.x / across % stepDepth;
    return channel * planeSize();
}

// Planes are eights, so channels of one place begin alike.
void readBlockOfEights(uint k0, out Columns next)
{
    ImagePlace place = throughTap(firstPlace, k0 % blockDepth / filterBlock);
    uint begin = uint(clamp(-place.column, 0, 8));
    uint end = uint(clamp(int(inWidth()) - place.column, 0, 8));
    const bool isThere = all(bvec2(uint(place.row) < inHeight(), begin < end));
    begin = mix(0u, begin, isThere);
    end = mix(0u, end, isThere);
    const uint at = push.tensorOffset[bSlot] + mix(0u, imageElement(place), isThere) + blockChannel(k0);
    const uint by = at % 8;
    const uint behind = (at + 8) / 8; // of the first one's eight: that may lie before the tensor
    const uint lower = mix(behind, behind - 1, by + begin < 8);
    const uint upper = mix(lower, behind, by + end > 8);
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        next.eights[i] = EIGHTS(b, lower + i * (channelsApart * planeSize() / 8));
        next.uppers[i] = EIGHTS(b, upper + i * (channelsApart * planeSize() / 8));
    }
    next.by = by;
    next.begin = begin;
    next.end = end;
}

void readBlockApart(uint k0, out Columns next)
{
    const uint tapIndex = k0 % blockDepth / filterBlock;
    const ImagePlace tap = throughTap(ImagePlace(0, 0, 0), tapIndex);
    const uint channel = blockChannel(k0);
    bool areSeen[8];
    uint places[8];
    [[unroll]] for (uint e = 0; e < 8; ++e) {
        areSeen[e] = isSeen(e, 1u << tapIndex, tap, true);
        places[e] = mix(0u, elements[e] + imageElement(tap), areSeen[e]) + channel;
    }
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        next.eights[i] = eightOf(places, areSeen);
        [[unroll]] for (uint e = 0; e < 8; ++e) {
            places[e] += channelsApart * planeSize();
        }
    }
}

void loadColumns(uint k0, out Columns next)
{
    if (hasBlockedFilter != 0) {
        const uint step = min(k0, push.depth - stepDepth); // behind the last step, that one again
        if (hasRowsOfEights != 0) {
            readBlockOfEights(step, next);
        } else {
            readBlockApart(step, next);
        }
        return;
    }
    if (hasRowsOfEights != 0) {
        readRuns(k0, next);
        return;
    }
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        const uint index = gl_LocalInvocationID.x + i * gl_WorkGroupSize.x;
        next.eights[i] = eightApart(k0 + index / across); // what is in no tile is read as well
    }
}

// The eights of a step that was read.
void finishColumns(Columns next, out uvec4 eights[loadsB])
{
    [[unroll]] for (uint i = 0; i < loadsB; ++i) {
        eights[i] = next.eights[i];
    }
    if (hasBlockedFilter == 0 || hasRowsOfEights == 0) {
        return;
    }
    // The same for all of the group where rows are eights, so it branches: a shift by what is known takes few instructions.
    const uvec4 kept = eightBetween(uvec4(~0u), next.begin, next.end);
    [[unroll]] for (uint by = 0; by < 8; ++by) {
        if (next.by == by) {
            [[unroll]] for (uint i = 0; i < loadsB; ++i) {
                eights[i] = eightWithin(next.eights[i], next.uppers[i], by) & kept;
            }
        }
    }
}
