// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#version 450
// y[i] = x[i] * factor + add, for i in [first, first + count): the smallest kernel that uses all that the Vulkan
// folder promises (two tensors, element offsets, parameters, a specialisation constant, both modes).
#ifdef WEIGHTLESS_ADDRESSES
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#endif

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint factor = 1;
layout(push_constant) uniform Push
{
    uint tensorOffset[6];
    uint first;
    uint count;
    uint add;
}
push;

#ifdef WEIGHTLESS_ADDRESSES
layout(std430, set = 0, binding = 0) readonly buffer AddressTable { uvec2 address[6]; };
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Input { uint data[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Output { uint data[]; };
#define X(index) Input(address[0]).data[push.tensorOffset[0] + (index)]
#define Y(index) Output(address[1]).data[push.tensorOffset[1] + (index)]
#else
layout(std430, set = 0, binding = 0) readonly buffer Input { uint x[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Output { uint y[]; };
#define X(index) x[push.tensorOffset[0] + (index)]
#define Y(index) y[push.tensorOffset[1] + (index)]
#endif

void main()
{
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (i < push.count) {
        Y(push.first + i) = X(push.first + i) * factor + push.add;
    }
}
