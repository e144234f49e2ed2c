// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Resize over up to four collapsed dimensions, one result per invocation: along each dimension up to four taps with
// weights, one for nearest and for dimensions that keep their size.

#include "tensor.glsl"
#include "real.glsl"
#include "exact.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)

PARAMETERS(uint count; uint inSize[4]; uint outSize[4]; float scale[4]; float roiBegin[4]; float roiEnd[4];
           float cubicCoefficient; float extrapolation;)

layout(constant_id = 0) const uint mode = 0; // 0 nearest, 1 linear, 2 cubic
layout(constant_id = 1) const uint coordinates = 0; // CoordinateMode of resize.cpp
layout(constant_id = 2) const uint rounding = 0; // RoundingMode of resize.cpp
layout(constant_id = 3) const uint excludesOutside = 0;
layout(constant_id = 4) const uint resizedMask = 0; // bit d: dimension d changes
const uint tapCount = mode == 0 ? 1 : mode == 1 ? 2 : 4;

// Exact where one step off is another pixel: what lies between pixels hardly changes.
float quotientOf(float a, float b) { return mode == 0 || coordinates == 5 ? exactDivide(a, b) : a / b; }

float sourceOf(float place, uint d)
{
    const float scale = push.scale[d];
    const float inSize = float(push.inSize[d]);
    const float outSize = float(push.outSize[d]);
    const float begin = push.roiBegin[d];
    const float end = push.roiEnd[d];
    const bool isBetweenEnds = coordinates == 2 || coordinates == 5;
    const float part = coordinates == 5 ? end - begin : 1.0;
    const float quotient = quotientOf(isBetweenEnds ? place * part * (inSize - 1.0) : coordinates == 3 ? place : place + 0.5,
        isBetweenEnds ? outSize - 1.0 : scale);
    switch (coordinates) {
    case 0: // half_pixel
        return quotient - 0.5;
    case 1: // pytorch_half_pixel
        return outSize > 1.0 ? quotient - 0.5 : 0.0;
    case 2: // align_corners
        return outSize > 1.0 ? quotient : 0.0;
    case 5: { // tf_crop_and_resize
        precise const float source = begin * (inSize - 1.0) + quotient;
        return outSize > 1.0 ? source : 0.5 * (begin + end) * (inSize - 1.0);
    }
    case 6: { // half_pixel_symmetric
        precise const float source = 0.5 * inSize * (1.0 - quotientOf(outSize, scale * inSize)) + quotient - 0.5;
        return source;
    }
    default: // asymmetric, tf_half_pixel_for_nn
        return quotient;
    }
}

float rounded(float value)
{
    switch (rounding) {
    case 0: // round_prefer_floor
        return ceil(value - 0.5);
    case 1: // round_prefer_ceil
        return floor(value + 0.5);
    case 2:
        return floor(value);
    default:
        return ceil(value);
    }
}

float cubicWeight(float distance, float a)
{
    const float d = abs(distance);
    if (d <= 1.0) {
        return ((a + 2.0) * d - (a + 3.0)) * d * d + 1.0;
    }
    return d < 2.0 ? ((a * d - 5.0 * a) * d + 8.0 * a) * d - 4.0 * a : 0.0;
}

// First tap along dimension d, and the taps' weights: in floats for every type, as scales are. False when the place lies outside a cropped region.
bool tapsOf(uint place, uint d, out int first, out float weights[4])
{
    weights[0] = 1.0;
    weights[1] = weights[2] = weights[3] = 0.0;
    if ((resizedMask >> d & 1u) == 0) {
        first = int(place);
        return true;
    }
    const float source = sourceOf(float(place), d);
    const bool isOutside = coordinates == 5 && (source < 0.0 || source > float(push.inSize[d] - 1));
    if (mode == 0) {
        first = clamp(int(rounded(source)), 0, int(push.inSize[d]) - 1);
    } else if (mode == 1) {
        const float inside = clamp(source, 0.0, float(push.inSize[d] - 1));
        first = min(int(floor(inside)), max(int(push.inSize[d]) - 2, 0));
        weights[1] = inside - float(first);
        weights[0] = 1.0 - weights[1];
    } else {
        first = int(floor(source)) - 1;
        float sum = 0.0;
        for (int t = 0; t < 4; ++t) {
            weights[t] = cubicWeight(source - float(first + t), push.cubicCoefficient);
            if (excludesOutside != 0 && (first + t < 0 || first + t >= int(push.inSize[d]))) {
                weights[t] = 0.0;
            }
            sum += weights[t];
        }
        for (int t = 0; t < 4; ++t) {
            weights[t] /= excludesOutside != 0 ? sum : 1.0;
        }
    }
    return !isOutside;
}

uint tapsAlong(uint d) { return (resizedMask >> d & 1u) == 0 ? 1u : tapCount; }

uint clampedTap(int tap, uint d) { return uint(clamp(tap, 0, int(push.inSize[d]) - 1)); }

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    int first[4];
    float weights[4][4];
    bool inside = true;
    uint rest = index;
    [[unroll]] for (uint d = 4; d-- > 0;) {
        inside = tapsOf(rest % push.outSize[d], d, first[d], weights[d]) && inside;
        rest /= push.outSize[d];
    }
    if (mode == 0) {
        const uint at = ((uint(first[0]) * push.inSize[1] + uint(first[1])) * push.inSize[2] + uint(first[2]))
            * push.inSize[3] + uint(first[3]);
        const T0_COMPUTE value = LOAD(T0, x, at);
        STORE(T0, y, index, inside ? value : T0_COMPUTE(push.extrapolation));
        return;
    }
    REAL sum = 0.0;
    for (uint a = 0; a < tapsAlong(0); ++a) {
        const uint at0 = clampedTap(first[0] + int(a), 0);
        for (uint b = 0; b < tapsAlong(1); ++b) {
            const uint at1 = at0 * push.inSize[1] + clampedTap(first[1] + int(b), 1);
            for (uint c = 0; c < tapsAlong(2); ++c) {
                const uint at2 = at1 * push.inSize[2] + clampedTap(first[2] + int(c), 2);
                const float outer = weights[0][a] * weights[1][b] * weights[2][c];
                for (uint d = 0; d < tapsAlong(3); ++d) {
                    const uint at = at2 * push.inSize[3] + clampedTap(first[3] + int(d), 3);
                    sum += REAL(outer * weights[3][d]) * REAL(LOAD(T0, x, at));
                }
            }
        }
    }
    STORE(T0, y, index, T0_COMPUTE(inside ? sum : push.extrapolation));
}
