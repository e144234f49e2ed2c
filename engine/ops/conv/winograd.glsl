// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Winograd's F(2x2, 3x3) and F(4x4, 3x3) in one direction. The first interpolates at 0, 1, -1 and infinity, the second at 0,
// +-sqrt(1/2), +-sqrt(2) and infinity, which round half as much as whole numbers do (README.md). Only the first `edge` values
// of an array of six count.

#ifndef WEIGHTLESS_CONV_WINOGRAD_GLSL
#define WEIGHTLESS_CONV_WINOGRAD_GLSL

layout(constant_id = 0) const uint tileEdge = 2; // or 4: results of a tile in each direction
const uint edge = tileEdge + 2; // values of a tile in each direction
const uint values = edge * edge;
const uint tilesPerRun = 8 / tileEdge;
const uint runsPerGroup = tileEdge;

const float root2 = 1.41421356237;
const float root1_2 = 0.70710678119;

// Pixels become values: BT d.
void toValues(inout float d[6])
{
    const float d0 = d[0], d1 = d[1], d2 = d[2], d3 = d[3], d4 = d[4], d5 = d[5];
    if (tileEdge == 2) {
        d[0] = d0 - d2;
        d[1] = d1 + d2;
        d[2] = d2 - d1;
        d[3] = d1 - d3;
        return;
    }
    const float evenNear = d4 - 2.0 * d2;
    const float oddNear = root1_2 * d3 - root2 * d1;
    const float evenFar = d4 - 0.5 * d2;
    const float oddFar = root2 * d3 - root1_2 * d1;
    d[0] = d0 - 2.5 * d2 + d4;
    d[1] = evenNear + oddNear;
    d[2] = evenNear - oddNear;
    d[3] = evenFar + oddFar;
    d[4] = evenFar - oddFar;
    d[5] = d1 - 2.5 * d3 + d5;
}

// Three weights become values: G g.
void weightsToValues(float g0, float g1, float g2, out float u[6])
{
    if (tileEdge == 2) {
        u[0] = g0;
        u[1] = 0.5 * (g0 + g1 + g2);
        u[2] = 0.5 * (g0 - g1 + g2);
        u[3] = g2;
        u[4] = 0.0;
        u[5] = 0.0;
        return;
    }
    const float evenNear = -2.0 / 3.0 * g0 - 1.0 / 3.0 * g2;
    const float oddNear = -root2 / 3.0 * g1;
    const float evenFar = 1.0 / 6.0 * g0 + 1.0 / 3.0 * g2;
    const float oddFar = root2 / 6.0 * g1;
    u[0] = g0;
    u[1] = evenNear + oddNear;
    u[2] = evenNear - oddNear;
    u[3] = evenFar + oddFar;
    u[4] = evenFar - oddFar;
    u[5] = g2;
}

// Values become results: AT m.
void toResults(float m[6], out float y[4])
{
    const float near = m[1] + m[2];
    const float oddNear = m[1] - m[2];
    if (tileEdge == 2) {
        y[0] = m[0] + near;
        y[1] = oddNear - m[3];
        y[2] = 0.0;
        y[3] = 0.0;
        return;
    }
    const float far = m[3] + m[4];
    const float oddFar = m[3] - m[4];
    y[0] = m[0] + near + far;
    y[1] = root1_2 * oddNear + root2 * oddFar;
    y[2] = 0.5 * near + 2.0 * far;
    y[3] = 0.5 * root1_2 * oddNear + 2.0 * root2 * oddFar + m[5];
}

#endif
