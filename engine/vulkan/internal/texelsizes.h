// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "engine/vulkan/kernelcode.h"

#include <bit>
#include <cstdint>

namespace weightless::vulkan {

// llvmpipe compiles a kernel for what it knows of the views that it reads, and in Mesa 22.3 that are two
// facts of their sizes: whether bits 8 to 15 of the view's are all zero, which it takes for a texture's last
// mipmap level, and whether the buffer's is a power of two. So that kernels which were compiled ahead serve
// all tensors, a view reaches further than its tensor where that sets a bit and the buffer has room, and
// buffers have other sizes. A tensor of a file whose pages are bound in place may cost a kernel more. Later
// versions compile what fetches texels apart from kernels.

inline constexpr uint64_t texelPaddingBytes = 256;

[[nodiscard]] constexpr bool hasUsualTexelSize(uint64_t viewBytes)
{
    return (viewBytes >> 8 & 0xff) != 0;
}

// The size of a buffer for a tensor that has it to itself.
[[nodiscard]] constexpr uint64_t withTexelRoom(uint64_t tensorBytes)
{
    const uint64_t viewBytes = alignUp(tensorBytes, texelBytes);
    if (hasUsualTexelSize(viewBytes) && !std::has_single_bit(viewBytes)) {
        return tensorBytes;
    }
    const uint64_t roomyBytes = viewBytes + texelPaddingBytes;
    return std::has_single_bit(roomyBytes) ? roomyBytes + texelBytes : roomyBytes;
}

} // namespace weightless::vulkan
