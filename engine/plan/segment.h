// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/dataflow.h"
#include "engine/plan/plan.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace weightless::plan {

enum class ValueState : uint8_t {
    Pending, // not computed yet; its descriptor is Undefined
    Tensor, // a tensor that the device can hold
    Opaque, // there, but nothing a device holds: strings, sequences, optionals. Its descriptor is Undefined
};

// What is known of a dataflow's values between two segments.
struct Progress {
    Specialization specialization; // by value; `known` holds what was folded or read
    std::vector<ValueState> states; // by value
    std::vector<bool> isDone; // by node
    std::vector<bool> isEmitted; // by graph output: its tensor was written
};

struct SegmentOutput {
    ValueId value = 0;
    std::optional<size_t> graphOutput {}; // written into the tensor of this output, which later segments read
};

// What runs without the CPU having to know a value: a plan for the device, then steps of the host, then
// values that come back because what follows depends on them. Immutable.
struct Segment {
    std::shared_ptr<const Plan> plan; // null: nothing for the device
    std::vector<ValueId> inputs; // of the plan, in its order
    std::vector<SegmentOutput> outputs; // of the plan, in its order
    std::vector<size_t> hostNodes; // run after the plan, in this order
    std::vector<ValueId> awaited; // read back; the next segment depends on their values
    bool isLast = false; // everything that the outputs need is computed
    Progress after; // before host nodes ran and values were read
};

} // namespace weightless::plan
