// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/segment.h"
#include "engine/vulkan/devicetraits.h"

#include <span>

namespace weightless::plan {

// Fills `segment`'s plan, inputs and outputs: what the device does for these nodes of a dataflow, of whose
// values `progress` knows everything. Outputs are `outputs`; nothing is made where there are none.
void planNodes(const Dataflow& dataflow, const Progress& progress, std::span<const size_t> nodes,
    std::vector<SegmentOutput> outputs, const vulkan::DeviceTraits& traits, const PlanOptions& options,
    Segment& segment);

} // namespace weightless::plan
