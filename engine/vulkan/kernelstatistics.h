// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/pipeline.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weightless::vulkan {

// A number that a driver gives for a kernel it compiled, by the driver's own name: registers, instructions,
// shared memory, memory for what found no register.
struct KernelStatistic {
    std::string name;
    double value = 0;
};

// VK_KHR_pipeline_executable_properties. Empty where the device was not asked to tell
// (DeviceOptions::tellsStatistics), or cannot. Any thread.
[[nodiscard]] std::vector<KernelStatistic> statisticsOf(const Pipeline& pipeline);

// Bytes of memory that each invocation has for what found no register, as far as the names are known that
// drivers have for it; some count those of a subgroup of so many. Kernels that read and write it in their
// loops are slow.
[[nodiscard]] uint64_t scratchBytesOf(std::span<const KernelStatistic> statistics, uint32_t subgroupSize);

} // namespace weightless::vulkan
