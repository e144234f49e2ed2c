// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#version 450
// y[i] = x[first + i] + add, for i below count, where x is read in texels: the smallest kernel that has a texel buffer.
layout(local_size_x = 64) in;
layout(push_constant) uniform Push
{
    uint tensorOffset[6];
    uint first;
    uint count;
    uint add;
}
push;

layout(set = 0, binding = 0) uniform usamplerBuffer x;
layout(std430, set = 0, binding = 1) writeonly buffer Output { uint y[]; };

void main()
{
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (i < push.count) {
        const uint word = push.tensorOffset[0] + push.first + i;
        y[push.tensorOffset[1] + i] = texelFetch(x, int(word / 4))[word % 4] + push.add;
    }
}
