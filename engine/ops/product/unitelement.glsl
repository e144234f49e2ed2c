// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// UNIT_ELEMENT, what the matrices of a kernel on matrix units are of.

#ifndef WEIGHTLESS_PRODUCT_UNITELEMENT_GLSL
#define WEIGHTLESS_PRODUCT_UNITELEMENT_GLSL

#ifdef T0_IS_bf16
#extension GL_EXT_bfloat16 : require
#define UNIT_ELEMENT bfloat16_t
#else
#define UNIT_ELEMENT float16_t
#endif

#endif
