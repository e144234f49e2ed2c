// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The Reduce operators: every result is a row whose elements lie along up to three collapsed dimensions.

#define TEAM_TYPE T0_COMPUTE
#include "tensor.glsl"
#include "real.glsl"
#include "functions.glsl"
#include "rows.glsl"
#include "extremes.glsl"
#include "reduction/kinds.glsl"

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)

PARAMETERS(uint rows; uint extent; uint keptSize[3]; uint keptStride[3]; uint reducedSize[3]; uint reducedStride[3];)

layout(constant_id = 4) const uint isOneDimension = 0; // elements are as far from each other as reducedStride[2] says

TEAM_REDUCE(teamGreatest, GREATER(a, b))
TEAM_REDUCE(teamLeast, LESSER(a, b))
TEAM_REDUCE(teamProduct, a * b)

#if defined(T0_IS_f32) || defined(T0_IS_f16) || defined(T0_IS_bf16) || defined(T0_IS_f64)
#define IS_FLOAT 1
#define greatest realInfinity
#define least (-realInfinity)
#elif defined(T0_IS_i64)
const int64_t greatest = 0x7fffffffffffffffl;
const int64_t least = -greatest - 1l;
#elif defined(T0_IS_u64)
const uint64_t greatest = 0xfffffffffffffffful;
const uint64_t least = 0ul;
#elif defined(T0_IS_u32) || defined(T0_IS_u8) || defined(T0_IS_bool)
#ifdef T0_IS_bool
const uint greatest = 1u;
#else
const uint greatest = 0xffffffffu >> (32 - 8 * T0_BYTES);
#endif
const uint least = 0u;
#else
const int greatest = 0x7fffffff >> (32 - 8 * T0_BYTES);
const int least = -greatest - 1;
#endif

uint place(uint index, uint sizes[3], uint strides[3])
{
    uint at = index % sizes[2] * strides[2];
    index /= sizes[2];
    at += index % sizes[1] * strides[1];
    return at + index / sizes[1] * strides[0];
}

#ifdef IS_FLOAT
T0_COMPUTE meanOf(T0_COMPUTE sum) { return exactDivide(sum, T0_COMPUTE(push.extent)); }
#else
T0_COMPUTE meanOf(T0_COMPUTE sum) { return sum / T0_COMPUTE(max(push.extent, 1u)); } // of nothing: 0
#endif
// Of an element of a row; divisions are slow.
uint elementPlace(uint index)
{
    return isOneDimension != 0 ? index * push.reducedStride[2] : place(index, push.reducedSize, push.reducedStride);
}
T0_COMPUTE magnitude(T0_COMPUTE value) { return value < T0_COMPUTE(0) ? -value : value; }

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.rows;
    const uint begin = place(exists ? row : 0, push.keptSize, push.keptStride);

    T0_COMPUTE shift = T0_COMPUTE(0);
#ifdef IS_FLOAT
    if (kind == LOG_SUM_EXP) {
        shift = least;
        TEAM_FOR(i, push.extent) {
            shift = max(shift, LOAD(T0, x, begin + elementPlace(i)));
        }
        shift = teamMax(shift);
        shift = isinf(shift) ? 0.0 : shift;
    }
#endif
    T0_COMPUTE result = T0_COMPUTE(kind == PRODUCT ? 1 : 0);
    if (kind == MAXIMUM) {
        result = least;
    } else if (kind == MINIMUM) {
        result = greatest;
    }
    TEAM_FOR(i, push.extent) {
        const T0_COMPUTE value = LOAD(T0, x, begin + elementPlace(i));
        switch (kind) {
        case MAXIMUM:
            result = GREATER(result, value);
            break;
        case MINIMUM:
            result = LESSER(result, value);
            break;
        case PRODUCT:
            result *= value;
            break;
        case L1:
            result += magnitude(value);
            break;
        case L2:
        case SUM_SQUARE:
            result += value * value;
            break;
        case LOG_SUM_EXP:
            result += T0_COMPUTE(realExp(REAL(value - shift)));
            break;
        default:
            result += value;
        }
    }
    if (kind == MAXIMUM) {
        result = teamGreatest(result);
    } else if (kind == MINIMUM) {
        result = teamLeast(result);
    } else if (kind == PRODUCT) {
        result = teamProduct(result);
    } else {
        result = teamSum(result);
    }
    if (kind == MEAN) {
        result = meanOf(result);
    } else if (kind == L2) {
        result = T0_COMPUTE(exactSqrt(REAL(result)));
    } else if (kind == LOG_SUM || kind == LOG_SUM_EXP) {
        result = T0_COMPUTE(logarithm(REAL(result))) + shift;
    }
    if (exists && teamLane() == 0) {
        STORE(T0, y, row, result);
    }
}
