// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

// Unary operations that integers, bool and fp64 have.
#include "elementwise/operations.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 3) const uint operation = 0;

PARAMETERS(uint count; float alpha; float beta;)

T0_COMPUTE evaluate(T0_COMPUTE value)
{
    const T0_COMPUTE zero = T0_COMPUTE(0);
    const T0_COMPUTE one = T0_COMPUTE(1);
    switch (operation) {
    case unaryAbs:
        return value < zero ? -value : value;
    case unaryNeg:
        return -value;
    case unarySign:
        return value > zero ? one : (value < zero ? -one : value);
    case unaryRelu:
        return value < zero ? zero : value;
    case unaryNot:
        return value == zero ? one : zero;
#ifdef T0_IS_f64
    case unarySqrt:
        return sqrt(value);
    case unaryReciprocal:
        return one / value;
    case unaryExp: // these four for compositions: by themselves they are folded on the CPU
        return realExp(value);
    case unaryLog:
        return realLog(value);
    case unaryTanh:
        return realTanh(value);
    case unarySigmoid:
        return one / (one + realExp(-value));
    case unaryFloor:
        return floor(value);
    case unaryCeil:
        return ceil(value);
    case unaryRound:
        return roundEven(value);
    case unaryScale:
        return value * double(push.alpha);
    case unaryAffine:
        return value * double(push.alpha) + double(push.beta);
#else
    case unaryBitwiseNot:
        return ~value;
#endif
    default:
        return value;
    }
}

#include "sametype.glsl"
#include "elementwise/flatloop.glsl"
