// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#version 450
// Needs 16-bit storage and 16-bit float arithmetic, for the checks of what a device can run.
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Data { float16_t values[]; };

void main()
{
    values[gl_WorkGroupID.x] *= float16_t(3.0);
}
