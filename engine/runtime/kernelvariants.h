// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"
#include "engine/vulkan/devicetraits.h"
#include "engine/vulkan/kernelcode.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace weightless {

// A kernel as a plan launches it.
struct KernelVariant {
    const vulkan::KernelCode* code = nullptr;
    std::vector<uint32_t> specialization;
    vulkan::KernelMode mode = vulkan::KernelMode::Descriptors;

    auto operator<=>(const KernelVariant&) const = default;
};

// Those of a plan, each once, in the order in which it launches them first.
[[nodiscard]] std::vector<KernelVariant> kernelsOf(
    const plan::Plan& plan, const vulkan::DeviceTraits& traits, bool bindsByAddress);

} // namespace weightless
