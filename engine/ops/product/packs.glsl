// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sixteen bytes of a tensor in one access, for graphics cards: a pack of eight 16-bit floats or four of 32 bits. Packs lie
// at multiples of 16 bytes, so whoever reads one has asked where the tensor begins (isPacked).

#ifndef WEIGHTLESS_PRODUCT_PACKS_GLSL
#define WEIGHTLESS_PRODUCT_PACKS_GLSL

#include "product/eights.glsl"

const uint packSize = 16 / T0_BYTES;

bool isPacked(uint elements) { return elements % packSize == 0; }

// elementOf() reads a pack, PACKED_WORD makes one of its words from single elements.
#if defined(T0_IS_f32)
float elementOf(uvec4 pack, uint i) { return uintBitsToFloat(pack[i]); }
#define PACKED_WORD(name, first, i) floatBitsToUint(AT(name, first + i))
#elif defined(T0_IS_f16)
float elementOf(uvec4 pack, uint i) { return unpackHalf2x16(pack[i / 2])[i % 2]; }
#define PACKED_WORD(name, first, i)                                                                                   \
    packHalf2x16(vec2(LOAD(T0, name, first + 2 * i), LOAD(T0, name, first + 2 * i + 1)))
#else
float elementOf(uvec4 pack, uint i)
{
    return uintBitsToFloat(i % 2 == 0 ? pack[i / 2] << 16 : pack[i / 2] & 0xffff0000u);
}
#define PACKED_WORD(name, first, i) (uint(AT(name, first + 2 * i)) | uint(AT(name, first + 2 * i + 1)) << 16)
#endif

// Beside a TENSOR(slot, …, T0, name): <name>Pack(first, isAligned), the elements from `first` on. All of them exist; where
// they begin a pack, they are one access.
#define PACKS_TENSOR(slot, name)                                                                                      \
    EIGHTS_STORAGE(slot, name)                                                                                        \
    uvec4 name##Pack(uint first, bool isAligned)                                                                      \
    {                                                                                                                 \
        if (isAligned) {                                                                                              \
            return EIGHTS(name, (push.tensorOffset[name##Slot] + first) / packSize);                                  \
        }                                                                                                             \
        uvec4 pack;                                                                                                   \
        [[unroll]] for (uint i = 0; i < 4; ++i) {                                                                     \
            pack[i] = PACKED_WORD(name, first, i);                                                                    \
        }                                                                                                             \
        return pack;                                                                                                  \
    }

#endif
