// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/devicerates.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace weightless {

class Context;

struct BenchmarkOptions {
    uint64_t copiedBytes = 64ull << 20;
    int64_t largestProduct =
        4096; // squares begin at 256 and double while they take less than `enoughSeconds`
    double enoughSeconds = 0.05;
    std::function<void(const std::string& what)> onStep = {};
    std::stop_token stopToken = {};
};

// Whether measuring this way tells enough to be followed: as much as it does by default.
[[nodiscard]] bool isWorthKeeping(const BenchmarkOptions& options);

struct MeasuredDevice {
    DeviceRates rates;
    bool isKept = false; // for contexts made later
};

// Takes some seconds. What is worth keeping is kept where the context keeps its pipelines (devicerecord.h):
// that context, and those made later, choose kernels and cut their submissions by it. A folder that cannot be
// written is no failure and goes to the log. OutOfMemory, DeviceLost; Cancelled between two tries of a
// measurement.
[[nodiscard]] MeasuredDevice measureDevice(
    const std::shared_ptr<Context>& context, const BenchmarkOptions& options = {});

} // namespace weightless
