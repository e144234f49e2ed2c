// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/descriptors.h"
#include "engine/vulkan/internal/hazards.h"
#include "engine/vulkan/internal/pipelineinternals.h"
#include "engine/vulkan/tensorbinding.h"

#include <array>
#include <vector>

namespace weightless::vulkan {

// Tensors of one dispatch as the device takes them: each bound from an aligned-down start, the rest of the
// way as an element offset.
struct ResolvedBindings {
    size_t count = 0;
    std::array<VkDescriptorBufferInfo, maxKernelTensors> buffers {};
    std::array<uint64_t, maxKernelTensors> addresses {};
    std::array<uint32_t, maxKernelTensors> elementOffsets {};
    std::vector<RangeAccess> accesses;
};

// Internal, naming the kernel, when the tensors do not fit the pipeline; InvalidArgument for a bad range.
[[nodiscard]] ResolvedBindings resolveBindings(const PipelineInternals& pipeline,
    std::span<const TensorBinding> bindings, const DeviceInternals& device, DescriptorAllocator& descriptors);

} // namespace weightless::vulkan
