// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/split.h"

#include "engine/base/bytes.h"
#include "engine/ops/kernels/productsums.h"
#include "engine/ops/product/parameters.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace weightless::ops::product {

namespace {

constexpr uint64_t mostSplits = 8;
constexpr uint64_t sumGroup = 64; // columns per work group of productsums.comp

uint64_t batchOf(const Product& p)
{
    return p.batchOuter * p.batchInner;
}

} // namespace

// As ggml splits: where half of the processors would have nothing to do, so that all have; in three where a
// third would.
uint32_t splitsFor(const vulkan::DeviceTraits& device, const SplitSizes& sizes, uint64_t budgetBytes)
{
    constexpr uint64_t leastDepth = 2048;
    constexpr uint64_t leastPart = 256;
    constexpr uint64_t unknownProcessors = 32;
    const uint64_t processors = device.processors != 0 ? device.processors : unknownProcessors;
    if (sizes.depth < leastDepth || sizes.tiles == 0 || sizes.tiles * 3 > processors * 2) {
        return 1;
    }
    uint64_t splits = sizes.tiles * 2 <= processors ? processors / sizes.tiles : 3;
    splits = std::min({splits, mostSplits, sizes.depth / leastPart});
    const uint64_t affordable = budgetBytes / sizeof(float) / std::max<uint64_t>(sizes.results, 1);
    return static_cast<uint32_t>(affordable < 2 ? 1 : std::min(splits, affordable));
}

uint32_t splitsOf(const LoweringContext& context, const Product& p, const std::array<uint32_t, 3>& groupCount)
{
    const vulkan::DeviceTraits& device = context.device();
    const std::string forced = context.attributes().stringOr(kernelAttribute, "");
    if (p.wholeSize != 0 || (!forced.empty() && !forced.ends_with(splitSuffix))) {
        return 1;
    }
    if (!forced.empty()) {
        return 3;
    }
    const SplitSizes sizes {.tiles = uint64_t {groupCount[0]} * groupCount[1] * groupCount[2],
        .depth = p.depth,
        .results = p.rows * p.columns * batchOf(p)};
    const uint64_t budget = std::min(context.scratchBytes() / 2, device.maxStorageBufferRangeBytes / 2);
    const bool canSum = p.rows <= device.maxWorkGroupCount[1]
        && uint64_t {groupCount[2]} * mostSplits <= device.maxWorkGroupCount[2];
    return canSum ? splitsFor(device, sizes, budget) : 1;
}

void dispatchSplit(LoweringContext& context, const Product& p, DispatchStep step, uint32_t splits)
{
    const uint64_t results = p.rows * p.columns * batchOf(p);
    const TensorRef sums = context.temporary({DataType::Float32, {static_cast<int64_t>(results * splits)}});
    DispatchStep adding {.loopRounds = fewLoopRounds};
    adding.kernel = &kernels::productsums().forTypes({p.c.type()});
    adding.specialization.assign(step.specialization.begin(), step.specialization.begin() + 3);
    adding.specialization.push_back(splits);
    adding.bindings = step.bindings;
    adding.bindings[0] = {sums};
    adding.bindings[1] = {sums};
    adding.groupCount = {narrowed(ceilDivide(p.columns, sumGroup)), narrowed(p.rows), step.groupCount[2]};
    adding.operations = results * splits;
    adding.parameters = step.parameters;

    step.specialization.push_back(splits);
    step.bindings[2] = {sums, Access::Write};
    step.groupCount[2] *= splits;
    context.dispatch(std::move(step));
    context.dispatch(std::move(adding));
}

} // namespace weightless::ops::product
