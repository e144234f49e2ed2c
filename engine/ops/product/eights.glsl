// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Eight 16-bit floats as one register of four words, for graphics cards: 16 bytes in one access where they begin at a
// multiple of 16 bytes, and in two otherwise. Nothing is read beyond the 16 bytes that hold a tensor's first or last element.

#ifndef WEIGHTLESS_PRODUCT_EIGHTS_GLSL
#define WEIGHTLESS_PRODUCT_EIGHTS_GLSL

#include "pairs.glsl"

#ifdef WEIGHTLESS_ADDRESSES
#define EIGHTS_STORAGE(slot, name)                                                                                    \
    layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer name##EightsReference               \
    {                                                                                                                 \
        uvec4 eights[];                                                                                               \
    };
#define EIGHTS(name, index) name##EightsReference(addressTable.address[name##Slot]).eights[index]
#else
#define EIGHTS_STORAGE(slot, name)                                                                                    \
    layout(std430, set = 0, binding = slot) readonly buffer name##EightsBuffer { uvec4 name##Eights[]; };
#define EIGHTS(name, index) name##Eights[index]
#endif

// How many of the eight places from `first` on lie before `end`.
uint eightBefore(uint end, uint first) { return first < end ? min(end - first, 8) : 0; }

// The eight that begins `by` elements, fewer than eight, behind the first of the lower of two that follow each other.
uvec4 eightWithin(uvec4 lower, uvec4 upper, uint by)
{
    lower = mix(lower, uvec4(lower.zw, upper.xy), bvec4((by & 4) != 0));
    upper.xy = mix(upper.xy, upper.zw, bvec2((by & 4) != 0));
    lower = mix(lower, uvec4(lower.yzw, upper.x), bvec4((by & 2) != 0));
    upper.x = mix(upper.x, upper.y, (by & 2) != 0);
    return mix(lower, lower >> 16 | uvec4(lower.yzw, upper.x) << 16, bvec4((by & 1) != 0));
}

// Its elements from `begin` on, before `end`, which are some; zeros for the others.
uvec4 eightBetween(uvec4 eight, uint begin, uint end)
{
    const uint kept = 0xffu << begin & 0xffu >> (8 - end);
    const uvec4 pairs = uvec4(kept, kept >> 2, kept >> 4, kept >> 6); // in the two lowest bits
    return eight & ((pairs | pairs << 15) & 0x10001u) * 0xffffu;
}

// Beside a TENSOR of the same slot and name: <name>Run(first, begin, end), the eight elements from `first` on, of which those
// from `begin` to `end` exist; zeros for the others. `first` may lie before the tensor, modulo 2^32. <name>Eight(first, count,
// isAligned): those of which the first `count` exist; whoever knows that `first` begins an eight in memory says so.
#define EIGHTS_TENSOR(slot, name)                                                                                     \
    EIGHTS_STORAGE(slot, name)                                                                                        \
    uvec4 name##Run(uint first, uint begin, uint end)                                                                 \
    {                                                                                                                 \
        if (begin >= end) {                                                                                           \
            return uvec4(0);                                                                                          \
        }                                                                                                             \
        const uint place = push.tensorOffset[name##Slot] + first;                                                     \
        const uint by = place % 8;                                                                                    \
        if (by == 0 && begin == 0 && end == 8) {                                                                      \
            return EIGHTS(name, place / 8);                                                                           \
        }                                                                                                             \
        const uvec4 lower = by + begin < 8 ? EIGHTS(name, place / 8) : uvec4(0);                                      \
        const uvec4 upper = by + end > 8 ? EIGHTS(name, (place + 7) / 8) : uvec4(0);                                  \
        return eightBetween(eightWithin(lower, upper, by), begin, end);                                               \
    }                                                                                                                 \
    uvec4 name##Eight(uint first, uint count, bool isAligned)                                                         \
    {                                                                                                                 \
        if (isAligned && count >= 8) {                                                                                \
            return EIGHTS(name, (push.tensorOffset[name##Slot] + first) / 8);                                         \
        }                                                                                                             \
        return name##Run(first, 0, min(count, 8));                                                                    \
    }

// Beside a TENSOR that is written: EIGHTS(name, index) can be assigned to.
#ifdef WEIGHTLESS_ADDRESSES
#define EIGHTS_RESULT(slot, name)                                                                                     \
    layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer name##EightsReference              \
    {                                                                                                                 \
        uvec4 eights[];                                                                                               \
    };
#else
#define EIGHTS_RESULT(slot, name)                                                                                     \
    layout(std430, set = 0, binding = slot) writeonly buffer name##EightsBuffer { uvec4 name##Eights[]; };
#endif

#endif
