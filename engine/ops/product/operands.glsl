// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The tensors of a product's kernel, in the order of their bindings.

#ifndef WEIGHTLESS_PRODUCT_OPERANDS_GLSL
#define WEIGHTLESS_PRODUCT_OPERANDS_GLSL

#include "tensor.glsl"

TENSOR(0, readonly, T0, a)
TENSOR(1, readonly, T0, b)
TENSOR(2, writeonly, T0, c)
TENSOR(2, writeonly, F32, partSums) // of a split product
TENSOR(3, readonly, T0, bias)
TENSOR(3, readonly, F32, factors)
TENSOR(4, readonly, T0, residual)

#endif
