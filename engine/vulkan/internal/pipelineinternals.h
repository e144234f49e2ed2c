// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/deviceinternals.h"
#include "engine/vulkan/kernelcode.h"

#include <memory>
#include <string>

namespace weightless::vulkan {

struct PipelineInternals {
    std::shared_ptr<DeviceInternals> device;
    std::string name;
    KernelMode mode = KernelMode::Descriptors;
    const KernelLayout* layout = nullptr; // of the device: tensors, or the address table
    PipelineHandle handle;
};

} // namespace weightless::vulkan
