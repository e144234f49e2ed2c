// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/kernelvariants.h"

#include <set>
#include <utility>
#include <variant>

namespace weightless {

std::vector<KernelVariant> kernelsOf(
    const plan::Plan& plan, const vulkan::DeviceTraits& traits, bool bindsByAddress)
{
    std::vector<KernelVariant> kernels;
    std::set<KernelVariant> seen;
    for (const auto* steps : {&plan.onceSteps, &plan.steps}) {
        for (const plan::PlanStep& step : *steps) {
            const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work);
            if (dispatch == nullptr) {
                continue;
            }
            std::vector<uint64_t> tensorBytes;
            for (const ops::TensorBinding& binding : dispatch->bindings) {
                tensorBytes.push_back(plan.tensors[binding.tensor.id].sizeBytes);
            }
            KernelVariant kernel {dispatch->kernel, dispatch->specialization,
                bindsByAddress ? vulkan::KernelMode::Addresses
                               : vulkan::kernelModeFor(traits, *dispatch->kernel, tensorBytes)};
            if (seen.insert(kernel).second) {
                kernels.push_back(std::move(kernel));
            }
        }
    }
    return kernels;
}

} // namespace weightless
