// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace weightless {

// Device memory of a graph in bytes, known before a weight is read.
struct MemoryPlan {
    uint64_t constantBytes = 0; // hollow constants
    uint64_t activationBytes = 0; // the arena, at its highest
    // The step with the most activations alive, for people ("'conv1' (Conv)"), and what they take; empty
    // without steps.
    std::string peakStep;
    uint64_t peakBytes = 0;
    uint64_t derivedBytes = 0; // computed once from constants and kept; small known constants
    uint64_t portBytes = 0; // inputs and outputs
    size_t stepCount = 0; // kernel launches of one dispatch
    size_t onceStepCount = 0; // launches that run once, after the constants are set
    // Shapes, or what runs, depend on values that only a run can tell: except for the constants, the numbers
    // count what is planned before the first of them is known, and the rest comes on top.
    bool isComplete = true;

    // What a run holds beside the hollow constants (MemoryPurpose::Activations).
    [[nodiscard]] uint64_t runBytes() const { return activationBytes + derivedBytes + portBytes; }
};

} // namespace weightless
