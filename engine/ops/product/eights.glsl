// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Eight 16-bit floats as one register of four words, for graphics cards: 16 bytes in one access where they begin at a
// multiple of 16 bytes, single elements otherwise. Nothing beyond a tensor's end is read.

#ifndef WEIGHTLESS_PRODUCT_EIGHTS_GLSL
#define WEIGHTLESS_PRODUCT_EIGHTS_GLSL

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

// Two elements, and their bits, or those of one, as one word.
#ifdef T0_IS_bf16
#define PAIR uvec2
#define PAIR_ELEMENT(element) uint(element)
#define PAIR_BITS(pair) (pair.x | pair.y << 16)
#define ELEMENT_BITS(element) uint(element)
#else
#define PAIR f16vec2
#define PAIR_ELEMENT(element) element
#define PAIR_BITS(pair) packFloat2x16(pair)
#define ELEMENT_BITS(element) packFloat2x16(f16vec2(element, 0.0))
#endif

// Beside a TENSOR of the same slot and name: <name>Eight(first, count, isAligned), the elements from `first` on, of which
// there are `count`; zeros for the others.
#define EIGHTS_TENSOR(slot, name)                                                                                     \
    EIGHTS_STORAGE(slot, name)                                                                                        \
    uvec4 name##Eight(uint first, uint count, bool isAligned)                                                         \
    {                                                                                                                 \
        if (isAligned && count >= 8) {                                                                                \
            return EIGHTS(name, (push.tensorOffset[name##Slot] + first) / 8);                                         \
        }                                                                                                             \
        uvec4 eight = uvec4(0);                                                                                       \
        [[unroll]] for (uint i = 0; i < 4; ++i) {                                                                     \
            PAIR pair = PAIR(0);                                                                                      \
            if (2 * i < count) {                                                                                      \
                pair.x = PAIR_ELEMENT(AT(name, first + 2 * i));                                                       \
            }                                                                                                         \
            if (2 * i + 1 < count) {                                                                                  \
                pair.y = PAIR_ELEMENT(AT(name, first + 2 * i + 1));                                                   \
            }                                                                                                         \
            eight[i] = PAIR_BITS(pair);                                                                               \
        }                                                                                                             \
        return eight;                                                                                                 \
    }

#endif
