// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#version 450
// y[0] = the sum of x[i % 64] for i below count, in two loops one after the other: how many rounds both make together
// when every x is 1.
layout(local_size_x = 1) in;
layout(push_constant) uniform Push
{
    uint tensorOffset[6];
    uint first;
    uint count;
    uint add;
}
push;
layout(std430, set = 0, binding = 0) readonly buffer Input { uint x[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Output { uint y[]; };

void main()
{
    uint sum = 0;
    for (uint i = 0; i < push.first; ++i) {
        sum += x[push.tensorOffset[0] + i % 64];
    }
    for (uint i = push.first; i < push.count; ++i) {
        sum += x[push.tensorOffset[0] + i % 64];
    }
    y[push.tensorOffset[1]] = sum + push.add;
}
