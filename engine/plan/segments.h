// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/segment.h"
#include "engine/vulkan/devicetraits.h"

#include <memory>
#include <vector>

namespace weightless::plan {

// An input of a dataflow before the first segment.
struct GivenInput {
    ValueState state = ValueState::Tensor;
    TensorDescriptor descriptor;
    std::shared_ptr<const HostTensor> value = {}; // where the first segment shall know it
};

// Before the first segment. Unsupported above maxRank dimensions.
[[nodiscard]] Progress beginProgress(const Dataflow& dataflow, const std::vector<GivenInput>& inputs);

struct SegmentOptions {
    PlanOptions plan {};
    // Every graph output gets a tensor of its own, also where it is an input, a constant or known. Without,
    // outputs are carried as other values are.
    bool emitsOutputs = true;
};

// The next segment. Errors as makePlan() and of shape rules.
[[nodiscard]] Segment makeSegment(const Dataflow& dataflow, Progress progress,
    const vulkan::DeviceTraits& traits, const SegmentOptions& options = {});

// Values above this size never decide shapes: Unsupported.
inline constexpr int64_t maxAwaitedElements = maxFoldedElements;

// The operator has a way on the CPU and takes it for what is known of its inputs (HostOperator::takes).
[[nodiscard]] bool choosesHost(const DataflowNode& node, const Specialization& specialization);

// Runs on the CPU between segments, given what its inputs are.
[[nodiscard]] bool isHostNode(const DataflowNode& node, const Progress& progress);

} // namespace weightless::plan
