// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/split.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/productsums.h"
#include "engine/ops/product/parameters.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace weightless::ops::product {

namespace {

constexpr uint64_t mostSplits = 8; // by the number of tiles
constexpr uint64_t mostSplitsByCost = 16; // which productsums.comp adds up one after the other
constexpr uint32_t forcedSplits = 3;
constexpr uint64_t leastPart = 256; // of the depth
constexpr uint64_t sumGroup = 64; // columns per work group of productsums.comp

uint64_t batchOf(const Product& p)
{
    return p.batchOuter * p.batchInner;
}

uint64_t resultsOf(const Product& p)
{
    return p.rows * p.columns * batchOf(p);
}

uint64_t budgetOf(const LoweringContext& context)
{
    return std::min(context.scratchBytes() / 2, context.device().maxStorageBufferRangeBytes / 2);
}

// Nothing where the product may be split as it suits.
std::optional<uint32_t> givenSplits(const LoweringContext& context, const Product& p)
{
    if (!kernels::productsums().hasTypes({p.c.type()})) {
        return 1;
    }
    const std::string forced = context.attributes().stringOr(kernelAttribute, "");
    if (p.wholeSize != 0 || (!forced.empty() && !forced.ends_with(splitSuffix))) {
        return 1;
    }
    return forced.empty() ? std::nullopt : std::optional(forcedSplits);
}

// What launches of the parts, and of what adds them up, count.
uint64_t mostOfLaunch(const vulkan::DeviceTraits& device, const Product& p)
{
    return p.rows <= device.maxWorkGroupCount[1]
        ? device.maxWorkGroupCount[2] / std::max<uint64_t>(batchOf(p), 1)
        : 1;
}

} // namespace

// As ggml splits: where half of the processors would have nothing to do, so that all have; in three where a
// third would.
uint32_t splitsFor(const vulkan::DeviceTraits& device, const SplitSizes& sizes, uint64_t budgetBytes)
{
    constexpr uint64_t leastDepth = 2048;
    const uint64_t processors = processorsOf(device);
    if (sizes.depth < leastDepth || sizes.tiles == 0 || sizes.tiles * 3 > processors * 2) {
        return 1;
    }
    const uint64_t splits = sizes.tiles * 2 <= processors ? processors / sizes.tiles : 3;
    return static_cast<uint32_t>(
        std::min({splits, mostSplits, uint64_t {mostSplitsFor(sizes.depth, sizes.results, budgetBytes)}}));
}

uint32_t mostSplitsFor(uint64_t depth, uint64_t results, uint64_t budgetBytes)
{
    const uint64_t affordable = budgetBytes / sizeof(float) / std::max<uint64_t>(results, 1);
    return static_cast<uint32_t>(
        std::max<uint64_t>(1, std::min({mostSplitsByCost, depth / leastPart, affordable})));
}

SplitRange splitsAllowed(const LoweringContext& context, const Product& p)
{
    if (const std::optional<uint32_t> given = givenSplits(context, p)) {
        return {*given, *given};
    }
    const uint64_t most = std::min<uint64_t>(
        mostSplitsFor(p.depth, resultsOf(p), budgetOf(context)), mostOfLaunch(context.device(), p));
    return {.fewest = 1, .most = static_cast<uint32_t>(std::max<uint64_t>(most, 1))};
}

uint32_t splitsOf(const LoweringContext& context, const Product& p, const std::array<uint32_t, 3>& groupCount)
{
    if (const std::optional<uint32_t> given = givenSplits(context, p)) {
        return *given;
    }
    const SplitSizes sizes {.tiles = uint64_t {groupCount[0]} * groupCount[1] * groupCount[2],
        .depth = p.depth,
        .results = resultsOf(p)};
    const bool canSum = mostOfLaunch(context.device(), p) >= mostSplits;
    return canSum ? splitsFor(context.device(), sizes, budgetOf(context)) : 1;
}

void dispatchSplit(LoweringContext& context, const Product& p, DispatchStep step, uint32_t splits)
{
    const uint64_t results = resultsOf(p);
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
