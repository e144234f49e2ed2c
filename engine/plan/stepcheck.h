// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/loweringcontext.h"

#include <set>
#include <utility>

namespace weightless::plan {

// Whether a device can do what a lowering asks for: found while planning, so that no weight is loaded for a
// plan that cannot run.
class StepCheck {
public:
    explicit StepCheck(const vulkan::DeviceTraits& traits)
        : m_traits(traits)
    {
    }

    // Unsupported, naming kernel, tensor and device: a tensor beyond what a kernel can index, more loop
    // rounds than the device makes, a feature of the kernel that the device lacks. Internal: more tensors or
    // parameters than a kernel may have.
    void check(const ops::DispatchStep& step);

private:
    void checkFeatures(const ops::DispatchStep& step);

    const vulkan::DeviceTraits& m_traits;
    std::set<std::pair<const vulkan::KernelCode*, vulkan::KernelMode>> m_supported;
};

} // namespace weightless::plan
