// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/product/problem.h"
#include "engine/ops/product/tilecost.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace weightless::ops::product {

// Behind the name of a tiled kernel in the attribute (product.h): split, however many tiles there are.
inline constexpr std::string_view splitSuffix = "split";

struct SplitSizes {
    uint64_t tiles = 0; // work groups of the whole product
    uint64_t depth = 0;
    uint64_t results = 0; // of all batches
};

// In how many parts along its depth a product is done that leaves processors of the device without a tile; 1
// where it does not, where it is not deep, or where the sums of its parts, 4 bytes each, exceed the budget.
[[nodiscard]] uint32_t splitsFor(
    const vulkan::DeviceTraits& device, const SplitSizes& sizes, uint64_t budgetBytes);

// In how many parts a product of that depth and so many results may be done at most: none is so short that
// adding up takes as long as multiplying, and their sums, 4 bytes each, fit the budget.
[[nodiscard]] uint32_t mostSplitsFor(uint64_t depth, uint64_t results, uint64_t budgetBytes);

// The same of a product on matrix units, as the device and the attribute (problem.h) allow; tilecost.h
// chooses. Products that are parts of something larger stay whole: whoever divides them otherwise expects the
// same bits.
[[nodiscard]] SplitRange splitsAllowed(const LoweringContext& context, const Product& product);

// How often a product is split that another kernel makes in so many work groups.
[[nodiscard]] uint32_t splitsOf(
    const LoweringContext& context, const Product& product, const std::array<uint32_t, 3>& groupCount);

// Lays down `step`, the whole product on a tiled kernel, as `splits` parts into scratch memory, and a step
// that adds them up. `step` lacks the last specialisation constant, which is the number of parts.
void dispatchSplit(LoweringContext& context, const Product& product, DispatchStep step, uint32_t splits);

} // namespace weightless::ops::product
