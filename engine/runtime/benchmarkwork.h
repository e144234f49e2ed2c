// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/vulkan/devicetraits.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weightless {

// A kernel that is measured (devicebenchmark.h), as DeviceRates::Product names it.
struct BenchmarkKernel {
    std::string_view name;
    DataType type = DataType::Float32;

    [[nodiscard]] std::string work() const; // "matrix products of float16"
    // Its failure may be more than an error: drivers differ most in these.
    [[nodiscard]] bool isOnMatrixUnits() const;
    [[nodiscard]] double operations(int64_t size) const;
};

// All that the device has what it takes for, and that something may choose there.
[[nodiscard]] std::vector<BenchmarkKernel> benchmarkKernels(const vulkan::DeviceTraits& device);

// Such work: a product of squares, a convolution of as many channels and filters, or attention of as many
// rows to as many keys. The names of its inputs end so.
[[nodiscard]] Operand benchmarkWork(GraphBuilder& builder, const vulkan::DeviceTraits& device,
    const BenchmarkKernel& kernel, int64_t size, const std::string& ending);

} // namespace weightless
