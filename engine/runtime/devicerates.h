// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"
#include "engine/vulkan/devicetraits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weightless {

inline constexpr std::string_view attentionPrefix = "tiled"; // of the names of kernels of attention

// What a device can do at best, as this engine's kernels reach it: the best of a few tries each.
struct DeviceRates {
    uint64_t copiedBytes = 0; // how much was copied at a time
    double uploadBytesPerSecond = 0; // CPU memory to a tensor
    double readbackBytesPerSecond = 0; // a tensor to CPU memory
    double memoryBytesPerSecond = 0; // read and written by a kernel that adds two tensors
    double launchSeconds = 0; // of one more small step in a graph

    struct Product {
        // "plain", "wide" (on software devices), "shared", "matrix", "group"; "image…": of convolutions;
        // "tiled…": of attention
        std::string kernel;
        DataType type = DataType::Float32;
        int64_t size = 0; // of square matrices; channels and filters of a convolution; rows and keys
        double operationsPerSecond = 0; // two for each multiplication
        bool isRight = true; // smaller ones of known results were multiplied, too (productcheck.h)

        [[nodiscard]] bool isConvolution() const { return kernel.starts_with("image"); } // of 3 x 3
        [[nodiscard]] bool isAttention() const { return kernel.starts_with(attentionPrefix); }
        // It came to no result, be it that its driver did not compile it or that it lost the device.
        [[nodiscard]] bool hasFailed() const { return !isRight && operationsPerSecond == 0; }

        bool operator==(const Product&) const = default;
    };
    std::vector<Product> products; // of every kernel family that something may choose on the device

    bool operator==(const DeviceRates&) const = default;
};

// Null where the kernel was not measured with the type.
[[nodiscard]] const DeviceRates::Product* findProduct(
    const DeviceRates& rates, std::string_view kernel, DataType type);

// What kernels of products of a 16-bit float are to make of it. Which of the kernels on matrix units
// convolutions take was measured with convolutions; where those of subgroups are wrong, nothing takes such
// units. Attention is measured by itself. Work groups' matrices must be a twentieth faster than subgroups':
// what is as fast may stay as it is, and measurements differ by that much.
[[nodiscard]] vulkan::MeasuredProducts measuredProducts(const DeviceRates& rates, DataType type);

// The traits with what was measured.
[[nodiscard]] vulkan::DeviceTraits withRates(vulkan::DeviceTraits traits, const DeviceRates& rates);

// What graphs of either kind, products and copies, do at least in a second, in the operations of workrate.h.
// Nothing without a right product of float32.
[[nodiscard]] std::optional<double> leastWorkPerSecond(const DeviceRates& rates);

} // namespace weightless
