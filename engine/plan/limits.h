// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>

namespace weightless::plan {

// What one plan may cost the CPU while it is made, and what it may ask of a device. A model of a hundred
// bytes can ask for more of everything than there is; the largest ones we know stay below a tenth of each
// number.
struct PlanLimits {
    // Kernel launches and copies, those of nothing included. Each takes about a KiB, here and when it is
    // recorded.
    uint64_t steps = 65'536;
    // Views, scratch tensors and tables that lowerings ask for.
    uint64_t tensors = 262'144;
    // Elements that the CPU reads and writes to fold, all nodes together. Results beyond are left to the
    // device.
    uint64_t foldedElements = uint64_t {16} << 20;
    // Of all tensors of a plan, as if none shared memory. Far above any device, so that sums of sizes stay
    // far below 2^64; whether a plan fits a device is the prediction's to say.
    uint64_t tensorBytes = uint64_t {1} << 50;
};

// Of every value, so that shapes take no more than the nodes and values they belong to.
inline constexpr size_t maxRank = 64;

// Of the node's name that each step carries; a node may become thousands of steps.
inline constexpr size_t maxStepNameBytes = 256;

struct PlanOptions {
    std::stop_token stopToken {}; // seen at every node and every step
    PlanLimits limits {};
    // For tests that look for writes outside a tensor: this many bytes stay free before and after each tensor
    // of the plan's own memory, and no two share any. A multiple of 256.
    uint64_t guardBytes = 0;
    // What the arena may take; 0: anything. Where it takes more, operators work in smaller parts as long as
    // that helps. A plan that still takes more is a plan: whoever allocates the arena finds out.
    uint64_t arenaBudget = 0;
    // As in groupSteps(); by default what the device's policy says, and none where the arena then exceeds its
    // budget.
    std::optional<uint32_t> stepsAhead {};
    uint64_t scratchBytes = uint64_t {64} << 20; // of one operator: LoweringContext::scratchBytes()
};

// Cancelled when a stop was requested.
void checkStop(const std::stop_token& stopToken);

} // namespace weightless::plan
