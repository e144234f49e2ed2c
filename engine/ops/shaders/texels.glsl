// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Memory that a kernel only reads, in texels of 16 bytes (vulkan/kernelcode.h): llvmpipe fetches one for each of its lanes with
// some 35 instructions, where an access to a storage buffer, whatever its width, is a loop over the lanes of nearly 400.
// Past the end there are zeros. The variant that reaches tensors by addresses has none of this.

#ifndef WEIGHTLESS_TEXELS_GLSL
#define WEIGHTLESS_TEXELS_GLSL

// Beside no TENSOR of the same slot.
#define TEXELS(slot, name)                                                                                            \
    layout(set = 0, binding = slot) uniform usamplerBuffer name##Texels;                                              \
    const uint name##Slot = slot;
// The index counts from where the descriptor begins.
#define TEXEL(name, index) texelFetch(name##Texels, int(index))

void unpackTexels(uvec4 low, uvec4 high, out float values[8])
{
    [[unroll]] for (uint i = 0; i < 4; ++i) {
        values[i] = uintBitsToFloat(low[i]);
        values[i + 4] = uintBitsToFloat(high[i]);
    }
}

// One of four words, picked by comparing: there are no registers by number.
uint wordOf(uvec4 texel, uint index)
{
    const uvec2 pair = (index & 2u) != 0 ? texel.zw : texel.xy;
    return (index & 1u) != 0 ? pair.y : pair.x;
}

#endif
