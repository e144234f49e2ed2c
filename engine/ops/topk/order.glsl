// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// In which order TopK sorts, as whole numbers: the elements with the largest keys come first, and of equal ones the one
// that is nearer to the line's beginning. NaN is larger than every number, as in NumPy, and zeros are equal. Bits say the
// same on every device, also where it takes the least numbers for zeros when it compares.

#ifndef WEIGHTLESS_TOPK_ORDER_GLSL
#define WEIGHTLESS_TOPK_ORDER_GLSL

layout(constant_id = 0) const uint isLargest = 1;

// Elements as they are kept. Halves as bits: nothing converts them then.
#if defined(T0_IS_f16)
#define KEPT_STORAGE uint16_t
#define KEPT_BYTES 2
#else
#define KEPT_STORAGE T0_STORAGE
#define KEPT_BYTES T0_BYTES
#endif

// Keys of `keyBits` bits, of which those below `lowestKeyBit` are all the same.
#if defined(T0_IS_f64) || defined(T0_IS_i64) || defined(T0_IS_u64)
#define KEY uint64_t
const uint keyBits = 64;
#else
#define KEY uint
const uint keyBits = 32;
#endif
const uint lowestKeyBit = T0_BYTES < 4 ? 32 - 8 * T0_BYTES : 0;

KEY inOrder(KEY key) { return isLargest != 0 ? key : ~key; }

#if defined(T0_IS_f32) || defined(T0_IS_f16) || defined(T0_IS_bf16) || defined(T0_IS_f64)
// Of a float's bits, beginning with its sign; those of `infinity` are the largest of a number.
KEY keyOfBits(KEY bits, KEY infinity)
{
    const KEY sign = KEY(1) << (keyBits - 1);
    const KEY size = bits & ~sign;
    if (size > infinity) {
        return inOrder(~KEY(0));
    }
    return inOrder((bits & sign) != 0 && size != 0 ? ~bits : size | sign);
}
#endif

#if defined(T0_IS_f32)
#define KEY_OF(element) keyOfBits(floatBitsToUint(element), 0x7f800000u)
#elif defined(T0_IS_f64)
#define KEY_OF(element) keyOfBits(doubleBitsToUint64(element), uint64_t(0x7ff00000u) << 32)
#elif defined(T0_IS_f16)
#define KEY_OF(element) keyOfBits(uint(element) << 16, 0x7c000000u)
#elif defined(T0_IS_bf16)
#define KEY_OF(element) keyOfBits(uint(element) << 16, 0x7f800000u)
#elif defined(T0_IS_u8) || defined(T0_IS_u16) || defined(T0_IS_u32) || defined(T0_IS_u64)
#define KEY_OF(element) inOrder(KEY(element) << lowestKeyBit)
#else
#define KEY_OF(element) inOrder((KEY(T0_COMPUTE(element)) << lowestKeyBit) ^ (KEY(1) << (keyBits - 1)))
#endif

#endif
