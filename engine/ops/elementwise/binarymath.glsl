// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Operations of two operands by their numbers in operations.glsl. Include after exact.glsl and the constant `operation`.

#ifndef WEIGHTLESS_BINARYMATH_GLSL
#define WEIGHTLESS_BINARYMATH_GLSL

#if defined(T0_IS_f64)
double quotientOf(double left, double right) { return left / right; }
#define IS_FLOAT 1
#elif defined(T0_IS_f32) || defined(T0_IS_f16) || defined(T0_IS_bf16)
float quotientOf(float left, float right)
{
    // Of 16 bits nothing is left of what a device's own quotient lacks.
    return T0_BYTES == 2 ? left / right : exactDivide(left, right);
}
#define IS_FLOAT 1
#endif

#ifdef IS_FLOAT
T0_COMPUTE evaluateKind(T0_COMPUTE left, T0_COMPUTE right)
{
    if (operation == binaryDiv) {
        return quotientOf(left, right);
    }
    const T0_COMPUTE rest = exactRemainder(left, right);
    return operation == binaryMod && rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}
#else
// Division by zero and of the smallest number by -1 are undefined in SPIR-V and trap on some processors.
T0_COMPUTE quotientOf(T0_COMPUTE left, T0_COMPUTE right)
{
    if (right == T0_COMPUTE(0)) {
        return T0_COMPUTE(0);
    }
    if (right == T0_COMPUTE(-1)) {
        return right < T0_COMPUTE(0) ? -left : T0_COMPUTE(left == right);
    }
    return left / right;
}

T0_COMPUTE evaluateKind(T0_COMPUTE left, T0_COMPUTE right)
{
    const T0_COMPUTE zero = T0_COMPUTE(0);
    const bool shiftsOut = right < zero || right >= T0_COMPUTE(T0_BYTES * 8);
    switch (operation) {
    case binaryDiv:
        return quotientOf(left, right);
    case binaryMod: {
        const T0_COMPUTE rest = left - quotientOf(left, right) * right;
        return rest != zero && (rest < zero) != (right < zero) ? rest + right : rest;
    }
    case binaryFmod:
        return left - quotientOf(left, right) * right;
    case binaryAnd:
        return left & right;
    case binaryOr:
        return left | right;
    case binaryXor:
        return left ^ right;
    case binaryShiftLeft:
        return shiftsOut ? zero : left << uint(right);
    default:
        return shiftsOut ? (left < zero ? T0_COMPUTE(-1) : zero) : left >> uint(right);
    }
}
#endif

T0_COMPUTE evaluate(T0_COMPUTE left, T0_COMPUTE right)
{
    switch (operation) {
    case binaryAdd:
        return left + right;
    case binarySub:
        return left - right;
    case binaryMul:
        return left * right;
    case binaryMin:
        return right < left || right != right ? right : left; // a NaN wins
    case binaryMax:
        return right > left || right != right ? right : left;
    case binaryPRelu:
        return left < T0_COMPUTE(0) ? left * right : left;
    default:
        return evaluateKind(left, right);
    }
}

#endif
