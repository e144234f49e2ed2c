// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "elementwise/operations.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 2) const uint operation = 0;

bool evaluate(T0_COMPUTE left, T0_COMPUTE right)
{
    const bool leftIsTrue = left != T0_COMPUTE(0);
    const bool rightIsTrue = right != T0_COMPUTE(0);
    switch (operation) {
    case compareEqual:
        return left == right;
    case compareLess:
        return left < right;
    case compareLessOrEqual:
        return left <= right;
    case compareGreater:
        return left > right;
    case compareGreaterOrEqual:
        return left >= right;
    case compareAnd:
        return leftIsTrue && rightIsTrue;
    case compareOr:
        return leftIsTrue || rightIsTrue;
    default:
        return leftIsTrue != rightIsTrue;
    }
}

#define T1_STORAGE T0_STORAGE
#define T1_BYTES T0_BYTES
#define T1_LOAD T0_LOAD
#define RESULT_STORAGE uint8_t
#define RESULT_BYTES 1
#define RESULT_STORE uint8_t
#include "elementwise/broadcastloop.glsl"
