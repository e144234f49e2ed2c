// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/bindings.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/vulkan/internal/bufferinternals.h"
#include "engine/vulkan/internal/bufferranges.h"
#include "engine/vulkan/internal/spirv.h"
#include "engine/vulkan/internal/texelsizes.h"

#include <string>

namespace weightless::vulkan {

namespace {

// Kernels may read small types as 32-bit words and words in pairs, and where they only read, in fours.
constexpr uint64_t pairBytes = 8;
constexpr uint64_t fourBytes = 16;

// What a descriptor binds of a buffer for a tensor in it.
struct BoundPart {
    uint64_t beginBytes = 0;
    uint64_t restBytes = 0; // from there to the tensor
    uint64_t sizeBytes = 0;
};

BoundPart storagePart(const DeviceTraits& traits, const BufferRange& range, Access access)
{
    const uint64_t rest = range.offsetBytes % traits.storageOffsetAlignmentBytes;
    const uint64_t step = access == Access::Read ? fourBytes : pairBytes;
    return {range.offsetBytes - rest, rest, alignUp(rest + range.sizeBytes, step)};
}

BoundPart texelPart(const DeviceTraits& traits, const BufferRange& range)
{
    const uint64_t rest = range.offsetBytes % traits.texelOffsetAlignmentBytes;
    BoundPart part {range.offsetBytes - rest, rest, alignUp(rest + range.sizeBytes, texelBytes)};
    if (hasUsualTexelSize(part.sizeBytes)) {
        return part;
    }
    const bool hasRoomBehind =
        part.beginBytes + part.sizeBytes + texelPaddingBytes <= range.buffer->internals()->boundBytes;
    if (!hasRoomBehind && part.beginBytes < texelPaddingBytes) {
        return part;
    }
    if (!hasRoomBehind) {
        part.beginBytes -= texelPaddingBytes;
        part.restBytes += texelPaddingBytes;
    }
    part.sizeBytes += texelPaddingBytes;
    return part;
}

BoundPart boundPart(const DeviceTraits& traits, const TensorBinding& binding, bool asTexels)
{
    return asTexels ? texelPart(traits, binding.range) : storagePart(traits, binding.range, binding.access);
}

void checkCount(const PipelineInternals& pipeline, size_t count)
{
    const bool byDescriptor = pipeline.mode == KernelMode::Descriptors;
    const uint32_t bindingCount = pipeline.layout->bindingCount;
    if (count > maxKernelTensors || (byDescriptor && count < bindingCount)) {
        throw Error(ErrorKind::Internal,
            "Kernel " + pipeline.name + " was given " + std::to_string(count) + " tensors, it takes "
                + (byDescriptor ? std::to_string(bindingCount)
                                : "at most " + std::to_string(maxKernelTensors)));
    }
}

void checkReach(const PipelineInternals& pipeline, uint64_t sizeBytes, uint64_t mostBytes)
{
    if (pipeline.mode == KernelMode::Descriptors && sizeBytes > mostBytes) {
        throw Error(ErrorKind::Internal,
            "Kernel " + pipeline.name + " was given a tensor larger than a descriptor covers ("
                + formatBytes(mostBytes) + "): use its address mode");
    }
}

} // namespace

ResolvedBindings resolveBindings(const PipelineInternals& pipeline, std::span<const TensorBinding> bindings,
    const DeviceInternals& device, DescriptorAllocator& descriptors)
{
    const DeviceTraits& traits = device.physical.info.traits;
    checkCount(pipeline, bindings.size());
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
        const bool asTexels = hasTexels(pipeline.layout->texelSlots, i);
        const BoundPart part = boundPart(traits, binding, asTexels);
        checkReach(pipeline, part.sizeBytes,
            asTexels ? traits.maxTexelRangeBytes : traits.maxStorageBufferRangeBytes);
        if (binding.elementSizeBytes == 0 || part.restBytes % binding.elementSizeBytes != 0) {
            throw Error(ErrorKind::InvalidArgument,
                "Tensor " + std::to_string(i) + " of kernel " + pipeline.name + " begins at byte "
                    + std::to_string(binding.range.offsetBytes) + ", inside an element of "
                    + std::to_string(binding.elementSizeBytes) + " bytes");
        }
        resolved.buffers[i] = {bufferHandle(*binding.range.buffer), part.beginBytes, part.sizeBytes};
        resolved.addresses[i] = binding.range.buffer->deviceAddress() + part.beginBytes;
        resolved.elementOffsets[i] = static_cast<uint32_t>(part.restBytes / binding.elementSizeBytes);
        // The whole of what is bound, as the validation layer sees it, and never less than is touched.
        resolved.accesses.push_back({reinterpret_cast<uint64_t>(resolved.buffers[i].buffer), part.beginBytes,
            part.beginBytes + part.sizeBytes, binding.access != Access::Read});
    }
    return resolved;
}

} // namespace weightless::vulkan
