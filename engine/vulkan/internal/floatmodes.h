// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/floatcontrols.h"
#include "engine/vulkan/internal/spirv.h"
#include "engine/vulkan/internal/volkloader.h"

#include <cstdint>
#include <span>
#include <vector>

namespace weightless::vulkan {

// Rounding and denormals of float16 only where they are not also those of float32.
[[nodiscard]] FloatControls floatControlsOf(const VkPhysicalDeviceFloatControlsProperties& properties);

// The module with the execution modes that make every device compute with NaN, infinities and float16 alike.
// `words` are those of the summary. As they are where there is nothing to say, and before SPIR-V 1.4.
[[nodiscard]] std::vector<uint32_t> withFloatModes(
    std::span<const uint32_t> words, const SpirvSummary& summary, const FloatControls& controls);

} // namespace weightless::vulkan
