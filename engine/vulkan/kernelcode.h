// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace weightless::vulkan {

struct DeviceTraits;

// Most tensors one kernel binds; the push constants begin with this many element offsets
// (shaders/tensor.glsl).
inline constexpr size_t maxKernelTensors = 6;
inline constexpr size_t kernelHeaderBytes = maxKernelTensors * sizeof(uint32_t);
inline constexpr size_t maxKernelParameterBytes = 128 - kernelHeaderBytes;
inline constexpr uint64_t texelBytes = 16; // four 32-bit words, whatever the tensor's type

// A compute shader compiled twice from one source: with storage-buffer descriptors (the fast path), and with
// buffer device addresses for tensors larger than a descriptor can bind. The arrays live as long as the
// program.
struct KernelCode {
    std::string_view name; // "softmax_f16"
    std::span<const uint32_t> descriptorSpirv;
    std::span<const uint32_t> addressSpirv;
};

// How a kernel finds its tensors. Descriptors: set 0, bindings 0..n-1, one each: a storage buffer, or a
// uniform texel buffer of texelBytes each where the kernel declares that it reads texels (product/wide.glsl).
// Addresses: set 0, binding 0 is one storage buffer that holds a table of maxKernelTensors 64-bit device
// addresses. In both modes the push constants begin with maxKernelTensors uint32 element offsets, the
// kernel's own parameters follow.
enum class KernelMode { Descriptors, Addresses };

// Unsupported, naming the kernel and what is missing, when a device with these traits cannot run it in that
// mode; for planning without a device. Subgroup operations are checked by PipelineLibrary only.
void checkKernelSupported(const DeviceTraits& traits, const KernelCode& code, KernelMode mode);

// The mode for tensors of these sizes, in the order of the bindings: addresses where one is larger than its
// descriptor covers wherever it begins.
[[nodiscard]] KernelMode kernelModeFor(
    const DeviceTraits& traits, const KernelCode& code, std::span<const uint64_t> tensorBytes);

} // namespace weightless::vulkan
