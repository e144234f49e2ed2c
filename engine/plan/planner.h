// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/dataflow.h"
#include "engine/plan/plan.h"
#include "engine/vulkan/devicetraits.h"

#include <memory>

namespace weightless::plan {

// Lowers every node that the outputs need and that was not folded, decides what runs once, and lays out
// memory. No device is touched. Unsupported / InvalidArgument carry the node's name; Unsupported too when the
// plan would exceed the limits. Cancelled when a stop was requested.
[[nodiscard]] std::shared_ptr<const Plan> makePlan(const Dataflow& dataflow,
    const Specialization& specialization, const vulkan::DeviceTraits& traits,
    const PlanOptions& options = {});

} // namespace weightless::plan
