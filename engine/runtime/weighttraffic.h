// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weightless {

// A constant that a run under a device budget brought. Seconds since the run began.
struct BroughtConstant {
    std::string name;
    uint64_t sizeBytes = 0;
    double beginSeconds = 0; // its place was free, reading began
    double endSeconds = 0; // its bytes were in place, or handed to the device to be copied
    // Where the device copies: when the first slice was handed over (as if all were read at one rate), and
    // when the last was in place. 0: nothing was copied.
    double copyBeginSeconds = 0;
    double copyEndSeconds = 0;
};

// What weights moved while a graph ran under a device budget.
struct WeightTraffic {
    uint64_t broughtBytes = 0;
    uint64_t broughtCount = 0;
    double firstSubmissionSeconds = 0; // when work was first handed to the device: before, all waited
    double waitedSeconds = 0; // that a step's constants were not there when it was its turn
    std::vector<BroughtConstant> brought; // in order; the first mostNoted

    static constexpr size_t mostNoted = 100000;

    void add(WeightTraffic&& other);
};

} // namespace weightless
