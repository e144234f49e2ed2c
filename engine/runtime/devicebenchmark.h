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
    int64_t largestProduct = 16'384; // squares begin at 256 and double while it isWorthDoubling()
    double enoughSeconds = 0.05;
    std::function<void(const std::string& what)> onStep = {};
    std::stop_token stopToken = {};
};

// Whether measuring this way tells enough to be followed: as much as it does by default.
[[nodiscard]] bool isWorthKeeping(const BenchmarkOptions& options);

// Whether work that took so long is to be tried at twice the size, where it is expected to take so long: not
// once it takes enough, nor if it would take much more than that, as convolutions grow, for the sake of
// watchdogs.
[[nodiscard]] bool isWorthDoubling(const BenchmarkOptions& options, double seconds, double expectedSeconds);

struct MeasuredDevice {
    DeviceRates rates;
    bool isKept = false; // for contexts made later
    std::shared_ptr<Context> context; // that was measured; a new one where a kernel lost the device
};

// Takes some seconds. Rates are of random numbers, and without what submitting and waiting take: short work
// is timed by what more of it in one graph takes (benchmarktiming.h). What is worth keeping is kept where the
// context keeps its pipelines (devicerecord.h): that context, and those made later, choose kernels and cut
// their submissions by it. A kernel that fails is wrong, and no reason to stop: where it loses the device,
// that is opened again. Those on matrix units count as wrong on the disk while they are tried, so that one
// that ends the program is known, too; what failed before is tried last. A folder that cannot be written is
// no failure and goes to the log. OutOfMemory; DeviceLost where the device cannot be opened again; Cancelled
// between two tries of a measurement.
[[nodiscard]] MeasuredDevice measureDevice(
    const std::shared_ptr<Context>& context, const BenchmarkOptions& options = {});

} // namespace weightless
