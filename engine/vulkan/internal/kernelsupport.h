// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/physicaldevice.h"
#include "engine/vulkan/internal/spirv.h"
#include "engine/vulkan/kernelcode.h"

namespace weightless::vulkan {

// The code for the mode. Unsupported when the kernel was not compiled for it.
[[nodiscard]] std::span<const uint32_t> codeFor(const KernelCode& code, KernelMode mode);

// Internal when the summary is not that of a kernel (bindings, sets).
void checkKernelShape(const SpirvSummary& summary, const KernelCode& code, KernelMode mode);

// Unsupported, naming the kernel and the feature. `enabled` null: what traits do not tell is taken for
// present.
void checkCapabilities(const SpirvSummary& summary, const KernelCode& code, const DeviceTraits& traits,
    const FeatureChain* enabled, const PhysicalDevice* physical);

} // namespace weightless::vulkan
