// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/bindings.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/vulkan/internal/bufferinternals.h"
#include "engine/vulkan/internal/bufferranges.h"

#include <string>

namespace weightless::vulkan {

namespace {

// Kernels may read small types as 32-bit words, and words in pairs.
constexpr uint64_t wordBytes = 8;

uint64_t boundBytes(const DeviceTraits& traits, const BufferRange& range)
{
    return alignUp(range.offsetBytes % traits.storageOffsetAlignmentBytes + range.sizeBytes, wordBytes);
}

void checkFit(
    const PipelineInternals& pipeline, std::span<const TensorBinding> bindings, const DeviceTraits& traits)
{
    if (bindings.size() > maxKernelTensors
        || (pipeline.mode == KernelMode::Descriptors && bindings.size() < pipeline.bindingCount)) {
        throw Error(ErrorKind::Internal,
            "Kernel " + pipeline.name + " was given " + std::to_string(bindings.size())
                + " tensors, it takes "
                + (pipeline.mode == KernelMode::Descriptors ? std::to_string(pipeline.bindingCount)
                                                            : "at most " + std::to_string(maxKernelTensors)));
    }
    if (pipeline.mode == KernelMode::Descriptors && needsAddresses(traits, bindings)) {
        throw Error(ErrorKind::Internal,
            "Kernel " + pipeline.name + " was given a tensor larger than a descriptor covers ("
                + formatBytes(traits.maxStorageBufferRangeBytes) + "): use its address mode");
    }
}

} // namespace

bool needsAddresses(const DeviceTraits& traits, std::span<const TensorBinding> bindings)
{
    for (const TensorBinding& binding : bindings) {
        if (binding.range.sizeBytes > traits.maxStorageBufferRangeBytes
            || boundBytes(traits, binding.range) > traits.maxStorageBufferRangeBytes) {
            return true;
        }
    }
    return false;
}

ResolvedBindings resolveBindings(const PipelineInternals& pipeline, std::span<const TensorBinding> bindings,
    const DeviceInternals& device, DescriptorAllocator& descriptors)
{
    const DeviceTraits& traits = device.physical.info.traits;
    checkFit(pipeline, bindings, traits);
    ResolvedBindings resolved;
    resolved.count = bindings.size();
    for (size_t i = 0; i < bindings.size(); ++i) {
        const TensorBinding& binding = bindings[i];
        if (binding.range.sizeBytes == 0) {
            const Buffer& empty = descriptors.emptyBuffer();
            resolved.buffers[i] = {bufferHandle(empty), 0, VK_WHOLE_SIZE};
            resolved.addresses[i] = empty.deviceAddress();
            continue;
        }
        checkRange(binding.range, device);
        const uint64_t restBytes = binding.range.offsetBytes % traits.storageOffsetAlignmentBytes;
        if (binding.elementSizeBytes == 0 || restBytes % binding.elementSizeBytes != 0) {
            throw Error(ErrorKind::InvalidArgument,
                "Tensor " + std::to_string(i) + " of kernel " + pipeline.name + " begins at byte "
                    + std::to_string(binding.range.offsetBytes) + ", inside an element of "
                    + std::to_string(binding.elementSizeBytes) + " bytes");
        }
        const uint64_t beginBytes = binding.range.offsetBytes - restBytes;
        const uint64_t sizeBytes = boundBytes(traits, binding.range);
        resolved.buffers[i] = {bufferHandle(*binding.range.buffer), beginBytes, sizeBytes};
        resolved.addresses[i] = binding.range.buffer->deviceAddress() + beginBytes;
        resolved.elementOffsets[i] = static_cast<uint32_t>(restBytes / binding.elementSizeBytes);
        // The whole of what is bound, as the validation layer sees it, and never less than is touched.
        resolved.accesses.push_back({reinterpret_cast<uint64_t>(resolved.buffers[i].buffer), beginBytes,
            beginBytes + sizeBytes, binding.access != Access::Read});
    }
    return resolved;
}

} // namespace weightless::vulkan
