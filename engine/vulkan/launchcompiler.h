// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/device.h"
#include "engine/vulkan/kernelcode.h"
#include "engine/vulkan/kernelstatistics.h"
#include "engine/vulkan/pipeline.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace weightless::vulkan {

// Compiles what a driver leaves to the first launch of a kernel (DeviceTraits::compilesAtFirstLaunch), by
// launching it without work groups. Each has a logical device of its own, because a device has one thread
// that launches, which runs at the priority of the thread that makes this; what was compiled reaches the
// other devices through the driver's cache on disk. One thread at a time.
class LaunchCompiler {
public:
    // Errors as Device::create(). Of the options, what is told of kernels.
    explicit LaunchCompiler(const Device& device, DeviceOptions options = {});
    ~LaunchCompiler();
    LaunchCompiler(const LaunchCompiler&) = delete;
    LaunchCompiler& operator=(const LaunchCompiler&) = delete;

    // Returns when it is compiled. Errors as PipelineLibrary::pipeline(); OutOfMemory, DeviceLost.
    void compile(const KernelCode& code, std::span<const uint32_t> specialization, KernelMode mode);

    [[nodiscard]] bool tellsStatistics() const { return m_device->tellsStatistics(); }
    // What the driver says of it (statisticsOf()); compiled if it was not.
    [[nodiscard]] std::vector<KernelStatistic> statistics(
        const KernelCode& code, std::span<const uint32_t> specialization, KernelMode mode);

private:
    std::shared_ptr<const Device> m_device;
    PipelineLibrary m_pipelines;
};

} // namespace weightless::vulkan
