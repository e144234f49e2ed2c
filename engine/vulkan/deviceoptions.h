// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace weightless::vulkan {

struct DeviceOptions {
    // For tests: asked before each allocation of device memory; true makes that allocation fail as if the
    // device were out of memory. Called from any thread that allocates.
    std::function<bool(uint64_t bytes)> failAllocation = {};
    // For tests: what a device whose memory is the system's takes for what that has free.
    std::function<uint64_t()> availableMemory = {};
    // Pipelines say what the driver made of them (kernelstatistics.h), where it can: they keep more for that.
    bool tellsStatistics = false;
    // Nothing is computed with it (LaunchCompiler): a thread that a software device starts for it may run
    // anywhere.
    bool onlyCompiles = false;
};

} // namespace weightless::vulkan
