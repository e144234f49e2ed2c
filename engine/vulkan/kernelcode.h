// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace weightless::vulkan {

// Most tensors one kernel binds; the push constants begin with this many element offsets
// (shaders/tensor.glsl).
inline constexpr size_t maxKernelTensors = 6;
inline constexpr size_t kernelHeaderBytes = maxKernelTensors * sizeof(uint32_t);
inline constexpr size_t maxKernelParameterBytes = 128 - kernelHeaderBytes;

// A compute shader compiled twice from one source: with storage-buffer descriptors (the fast path), and with
// buffer device addresses for tensors larger than a descriptor can bind. The arrays live as long as the
// program.
struct KernelCode {
    std::string_view name; // "softmax_f16"
    std::span<const uint32_t> descriptorSpirv;
    std::span<const uint32_t> addressSpirv;
};

} // namespace weightless::vulkan
