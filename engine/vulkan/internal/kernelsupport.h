// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/physicaldevice.h"
#include "engine/vulkan/internal/spirv.h"
#include "engine/vulkan/kernelcode.h"

namespace weightless::vulkan {

// The code for the mode. Unsupported when the kernel was not compiled for it.
[[nodiscard]] std::span<const uint32_t> codeFor(const KernelCode& code, KernelMode mode);

// The subgroups that the kernel is compiled for: matrices, and whatever else looks at its place in a
// subgroup, lie across whole ones of the size that they were planned for. Where a driver may choose the size,
// what gl_SubgroupSize says need not be what a work group is made of. Nothing for kernels that know no
// subgroups.
[[nodiscard]] std::optional<WholeSubgroups> subgroupsFor(
    const SpirvSummary& kernel, const DeviceTraits& traits);

// Internal when the summary is not that of a kernel (bindings, sets).
void checkKernelShape(const SpirvSummary& summary, const KernelCode& code, KernelMode mode);

// Unsupported, naming the kernel and the feature. `enabled` null: what traits do not tell is taken for
// present.
void checkCapabilities(const SpirvSummary& summary, const KernelCode& code, const DeviceTraits& traits,
    const FeatureChain* enabled, const PhysicalDevice* physical);

} // namespace weightless::vulkan
