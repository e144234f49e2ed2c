// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs of neighbours as words, for copies of software devices: read in texels, written as many bytes at once as they may be.
// Include it after PARAMETERS, which has `lastItem` of the source, or RUNS_INSIDE where no run is read beyond it, and the constants
// runItems, elements of a run, 4, 8, 16 or 32 bytes of them, and storeBytes: 32, 16, 8, 4 or, for narrower elements, T0_BYTES.

#ifndef WEIGHTLESS_MOVEMENT_RUNS_GLSL
#define WEIGHTLESS_MOVEMENT_RUNS_GLSL

#include "texels.glsl"
#include "vectors.glsl"

#ifdef WEIGHTLESS_ADDRESSES
const uint sourceSlot = 0;
VECTOR_TENSOR(0, readonly, uvec4, source)
#ifdef RUNS_INSIDE
#define SOURCE_TEXEL(index) VECTOR_AT(source, index)
#else
#define SOURCE_TEXEL(index)                                                                                           \
    VECTOR_AT(source, min(index, (push.tensorOffset[sourceSlot] + push.lastItem) / texelItems))
#endif
#else
TEXELS(0, source)
#define SOURCE_TEXEL(index) TEXEL(source, index) // zeros past the end
#endif
#ifndef RUN_TARGET_SLOT
#define RUN_TARGET_SLOT 1
#endif
TENSOR(RUN_TARGET_SLOT, writeonly, T0, target)
const uint target32Slot = targetSlot;
const uint target16Slot = targetSlot;
const uint target8Slot = targetSlot;
const uint target4Slot = targetSlot;
VECTOR_TENSOR(RUN_TARGET_SLOT, writeonly, u64vec4, target32)
VECTOR_TENSOR(RUN_TARGET_SLOT, writeonly, u64vec2, target16)
VECTOR_TENSOR(RUN_TARGET_SLOT, writeonly, uint64_t, target8)
VECTOR_TENSOR(RUN_TARGET_SLOT, writeonly, uint, target4)

const uint texelItems = 16 / T0_BYTES;
const uint runWords = runItems * T0_BYTES / 4;
const uint wideWords = (runWords + 3) / 4 * 4 + 4; // a texel more, as runs may begin anywhere

uint partOf(uint word, uint phase) // of elements of less than a word
{
#if T0_BYTES < 4
    return bitfieldExtract(word, int(phase % (4 / T0_BYTES) * (8 * T0_BYTES)), 8 * T0_BYTES);
#else
    return word;
#endif
}

// Element `at` of the memory that is bound, as item `i` of a run.
void addItem(uint at, uint i, inout uint words[runWords])
{
    const uvec4 texel = SOURCE_TEXEL(at / texelItems);
#if T0_BYTES == 8
    words[2 * i] = (at & 1u) != 0 ? texel.z : texel.x;
    words[2 * i + 1] = (at & 1u) != 0 ? texel.w : texel.y;
#elif T0_BYTES == 4
    words[i] = wordOf(texel, at);
#else
    const uint perWord = 4 / T0_BYTES;
    words[i / perWord] |= partOf(wordOf(texel, at / perWord), at) << (i % perWord * (8 * T0_BYTES));
#endif
}

void clearRun(out uint words[runWords])
{
    [[unroll]] for (uint i = 0; i < runWords; ++i) {
        words[i] = 0;
    }
}

// The run from element `at` of the memory that is bound on.
void readRun(uint at, out uint words[runWords])
{
    uint wide[wideWords];
    [[unroll]] for (uint t = 0; t < wideWords / 4; ++t) {
        const uvec4 texel = SOURCE_TEXEL(at / texelItems + t);
        [[unroll]] for (uint i = 0; i < 4; ++i) {
            wide[4 * t + i] = texel[i];
        }
    }
    // Loops whose end is no plain number stay loops on old drivers, which then index these words in memory.
    const uint phase = at % texelItems;
    const uint skipped = phase * T0_BYTES / 4;
    [[unroll]] for (uint i = 0; i < wideWords - 2; ++i) {
        wide[i] = (skipped & 2u) != 0 ? wide[i + 2] : wide[i];
    }
    [[unroll]] for (uint i = 0; i < runWords + 1; ++i) {
        wide[i] = (skipped & 1u) != 0 ? wide[i + 1] : wide[i];
    }
    [[unroll]] for (uint i = 0; i < runWords; ++i) {
        words[i] = wide[i];
#if T0_BYTES < 4
        const uint bits = phase % (4 / T0_BYTES) * (8 * T0_BYTES);
        words[i] = bits == 0 ? wide[i] : wide[i] >> bits | wide[i + 1] << (32 - bits);
#endif
    }
}

// Item `item` of a run, as item `i` of another.
void moveItem(uint from[runWords], uint item, uint i, inout uint words[runWords])
{
#if T0_BYTES == 8
    words[2 * i] = from[2 * item];
    words[2 * i + 1] = from[2 * item + 1];
#else
    const uint perWord = 4 / T0_BYTES;
    words[i / perWord] |= partOf(from[item / perWord], item) << (i % perWord * (8 * T0_BYTES));
#endif
}

uint64_t twoWords(uint words[runWords], uint first)
{
    return packUint2x32(uvec2(words[first], words[(first + 1) % runWords]));
}

// Of which only the first `items` lie in the target, at element `at` of the memory that is bound. Parts of less than storeBytes lie in
// it whole or not at all.
void writeRun(uint at, uint items, uint words[runWords])
{
    const uint part = storeBytes / T0_BYTES; // elements at once
    [[unroll]] for (uint i = 0; i < runItems; i += part) {
        const uint word = i * T0_BYTES / 4;
        const uint place = (at + i) / part;
        if (i < items) {
            if (storeBytes == 32) {
                VECTOR_AT(target32, place) = u64vec4(twoWords(words, word), twoWords(words, (word + 2) % runWords),
                    twoWords(words, (word + 4) % runWords), twoWords(words, (word + 6) % runWords));
            } else if (storeBytes == 16) {
                VECTOR_AT(target16, place) = u64vec2(twoWords(words, word), twoWords(words, (word + 2) % runWords));
            } else if (storeBytes == 8) {
                VECTOR_AT(target8, place) = twoWords(words, word);
            } else if (storeBytes == 4) {
                VECTOR_AT(target4, place) = words[word];
            } else {
#if T0_BYTES < 4
                AT(target, at + i - push.tensorOffset[targetSlot]) = T0_STORAGE(partOf(words[word], i));
#endif
            }
        }
    }
}

#endif
