// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless {

class Context;

// What a device can do at best, as this engine's kernels reach it: the best of a few tries each.
struct DeviceRates {
    uint64_t copiedBytes = 0; // how much was copied at a time
    double uploadBytesPerSecond = 0; // CPU memory to a tensor
    double readbackBytesPerSecond = 0; // a tensor to CPU memory
    double memoryBytesPerSecond = 0; // read and written by a kernel that adds two tensors
    double launchSeconds = 0; // of one more small step in a graph

    struct Product {
        std::string kernel; // "plain", "wide", "shared", "matrix", "group"
        DataType type = DataType::Float32;
        int64_t size = 0; // of square matrices
        double operationsPerSecond = 0; // two for each multiplication
    };
    std::vector<Product> products; // of every kernel family that the device can run
};

struct BenchmarkOptions {
    uint64_t copiedBytes = 64ull << 20;
    int64_t largestProduct =
        4096; // squares begin at 256 and double while they take less than `enoughSeconds`
    double enoughSeconds = 0.05;
    std::function<void(const std::string& what)> onStep = {};
    std::stop_token stopToken = {};
};

// Takes some seconds. OutOfMemory, DeviceLost; Cancelled between two tries of a measurement.
[[nodiscard]] DeviceRates measureDevice(
    const std::shared_ptr<Context>& context, const BenchmarkOptions& options = {});

} // namespace weightless
