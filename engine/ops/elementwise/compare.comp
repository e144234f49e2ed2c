// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "elementwise/operations.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 3) const uint operation = 0;

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

#include "sametype.glsl"
#define RESULT_STORAGE uint8_t
#define RESULT_COMPUTE uint
#define RESULT_BYTES 1
#define RESULT_STORE uint8_t
#include "elementwise/broadcastloop.glsl"
