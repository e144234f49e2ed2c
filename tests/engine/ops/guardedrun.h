// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/plan/plan.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/pipeline.h"

#include <memory>
#include <string>
#include <vector>

namespace weightless::testing {

// Free bytes around each tensor, filled with a pattern that no kernel may touch.
inline constexpr uint64_t guardBytes = 4096;

// Runs plans without constants on a device and sees every write outside a tensor that a step may write: in
// the guards around each tensor, in inputs and in values known while planning.
class GuardedRun {
public:
    explicit GuardedRun(std::shared_ptr<vulkan::Device> device)
        : m_device(std::move(device))
        , m_pipelines(m_device)
    {
    }

    // `plan` was made with PlanOptions::guardBytes = guardBytes; `inputs` as it has them. Says where the
    // first byte was written that is nobody's, and is empty when none was. Kernels find tensors by address
    // where asked: a driver may hide from descriptors what lies outside them.
    [[nodiscard]] std::string run(
        const plan::Plan& plan, const std::vector<const HostTensor*>& inputs, bool byAddress);

private:
    std::shared_ptr<vulkan::Device> m_device;
    vulkan::PipelineLibrary m_pipelines;
};

} // namespace weightless::testing
