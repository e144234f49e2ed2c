// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/stridedloop.h"

#include "engine/base/bytes.h"
#include "engine/ops/loweringcontext.h"

#include <algorithm>
#include <ranges>

namespace weightless::ops {

int64_t StridedLoop::elements() const
{
    return elementCount(dims).value_or(0);
}

std::vector<int64_t> contiguousStrides(const Shape& shape)
{
    std::vector<int64_t> strides(shape.size());
    int64_t stride = 1;
    for (size_t i = shape.size(); i-- > 0;) {
        strides[i] = stride;
        stride *= shape[i];
    }
    return strides;
}

std::vector<int64_t> broadcastStrides(const Shape& from, const Shape& to)
{
    const std::vector<int64_t> own = contiguousStrides(from);
    std::vector<int64_t> strides(to.size(), 0);
    const size_t leading = to.size() - from.size();
    for (size_t i = 0; i < from.size(); ++i) {
        strides[leading + i] = from[i] == 1 ? 0 : own[i];
    }
    return strides;
}

StridedLoop broadcastLoop(const Shape& target, std::span<const Shape> operands)
{
    StridedLoop loop {target, {contiguousStrides(target)}};
    for (const Shape& operand : operands) {
        loop.strides.push_back(broadcastStrides(operand, target));
    }
    return loop;
}

StridedLoop collapsed(const StridedLoop& loop)
{
    StridedLoop result;
    result.strides.resize(loop.strides.size());
    for (size_t d = 0; d < loop.dims.size(); ++d) {
        if (loop.dims[d] == 1) {
            continue;
        }
        const auto isNeighbour = [&](const auto& merged, const auto& strides) {
            return merged.back() == strides[d] * loop.dims[d];
        };
        const bool merges =
            !result.dims.empty() && std::ranges::equal(result.strides, loop.strides, isNeighbour);
        if (merges) {
            result.dims.back() *= loop.dims[d];
        } else {
            result.dims.push_back(loop.dims[d]);
        }
        for (size_t operand = 0; operand < loop.strides.size(); ++operand) {
            if (merges) {
                result.strides[operand].back() = loop.strides[operand][d];
            } else {
                result.strides[operand].push_back(loop.strides[operand][d]);
            }
        }
    }
    if (result.dims.empty()) {
        result.dims.push_back(1);
        for (std::vector<int64_t>& strides : result.strides) {
            strides.push_back(1);
        }
    }
    return result;
}

std::optional<StridedLoop> asTransposition(const StridedLoop& loop, uint64_t fewest)
{
    const size_t last = loop.dims.size() - 1;
    const auto side = [&](size_t d) { return static_cast<uint64_t>(loop.dims[d]); };
    const auto dense = static_cast<size_t>(
        std::distance(loop.strides[0].begin(), std::ranges::find(loop.strides[0], int64_t {1})));
    if (dense >= last || loop.strides[1][last] != 1 || std::min(side(dense), side(last)) < fewest) {
        return std::nullopt;
    }
    StridedLoop result = loop;
    for (std::vector<int64_t>* values : {&result.dims, &result.strides[0], &result.strides[1]}) {
        const auto at = values->begin() + static_cast<ptrdiff_t>(dense);
        std::rotate(at, at + 1, values->end() - 1);
    }
    return result;
}

std::array<uint32_t, maxLoopRank> loopParameters(std::span<const int64_t> values)
{
    std::array<uint32_t, maxLoopRank> parameters {};
    std::ranges::transform(
        values, parameters.begin(), [](int64_t value) { return static_cast<uint32_t>(value); });
    return parameters;
}

namespace {

uint32_t itemsOf(const StridedLoop& loop, uint32_t most)
{
    const int64_t inner = loop.dims.back();
    if (loop.dims.size() == 1 || inner >= 8 * int64_t {most}) {
        return most;
    }
    uint32_t items = most;
    while (inner % items != 0) {
        items /= 2;
    }
    return items;
}

constexpr uint32_t accessBits = 128; // what an invocation accesses at once at most

QuadAccess quadsOf(const DevicePolicy& policy, bool atQuads)
{
    return policy.prefersQuads                ? QuadAccess::Checked
        : policy.prefersKnownQuads && atQuads ? QuadAccess::Known
                                              : QuadAccess::None;
}

// In runs of that many items that are quads, or as the policy has it.
LoopLaunch launchIn(const StridedLoop& loop, const DevicePolicy& policy, QuadAccess quads, uint32_t items)
{
    LoopLaunch launch {.rank = static_cast<uint32_t>(loop.dims.size()),
        .items = quads != QuadAccess::None ? items : itemsOf(loop, policy.mostItems),
        .quads = quads};
    launch.invocations = invocationCount(loop, launch.items);
    return launch;
}

} // namespace

uint32_t itemsPerInvocation(const vulkan::DeviceTraits& device, const StridedLoop& loop)
{
    return itemsOf(loop, devicePolicy(device).mostItems);
}

uint64_t invocationCount(const StridedLoop& loop, uint32_t items)
{
    const auto inner = static_cast<uint64_t>(loop.dims.back());
    const auto count = static_cast<uint64_t>(loop.elements());
    return count == 0 ? 0 : count / inner * ceilDivide(inner, items);
}

std::vector<uint32_t> LoopLaunch::specialization(std::initializer_list<uint32_t> own) const
{
    std::vector<uint32_t> constants {rank, items, static_cast<uint32_t>(quads)};
    constants.insert(constants.end(), own);
    return constants;
}

bool hasWholeRuns(const StridedLoop& loop, uint32_t items)
{
    const auto isMultiple = [items](int64_t value) { return value % int64_t {items} == 0; };
    const size_t last = loop.dims.size() - 1;
    const auto isWhole = [&](const std::vector<int64_t>& strides) {
        return strides[last] == 0
            || (strides[last] == 1 && std::all_of(strides.begin(), strides.end() - 1, isMultiple));
    };
    return (last == 0 || isMultiple(loop.dims[last])) && std::ranges::all_of(loop.strides, isWhole);
}

LoopLaunch launchOf(
    const DevicePolicy& policy, const StridedLoop& loop, std::initializer_list<DataType> types, bool atQuads)
{
    constexpr uint32_t quad = 4;
    const unsigned widestBits = bitWidth(std::ranges::max(types, {}, bitWidth));
    uint32_t items = std::max(accessBits / widestBits, quad);
    while (items >= quad && !hasWholeRuns(loop, items)) {
        items /= 2;
    }
    return launchIn(loop, policy, items >= quad ? quadsOf(policy, atQuads) : QuadAccess::None, items);
}

LoopLaunch flatLaunchOf(
    const DevicePolicy& policy, int64_t count, std::initializer_list<DataType> types, bool atQuads)
{
    return launchOf(policy, {{count}, {{1}}}, types, atQuads);
}

LoopLaunch copyLaunchOf(const DevicePolicy& policy, const StridedLoop& loop, DataType type,
    int64_t sourceOffset, int64_t targetOffset, bool atQuads)
{
    const uint32_t items = accessBits / bitWidth(type);
    const bool isDense =
        std::ranges::all_of(loop.strides, [](const auto& strides) { return strides.back() == 1; });
    const bool isInQuads = isDense && hasWholeRuns(loop, items) && sourceOffset % int64_t {items} == 0
        && targetOffset % int64_t {items} == 0;
    return launchIn(loop, policy, isInQuads ? quadsOf(policy, atQuads) : QuadAccess::None, items);
}

bool beginAtQuads(const LoweringContext& context, std::initializer_list<TensorRef> tensors)
{
    return std::ranges::none_of(
        tensors, [&](const TensorRef& tensor) { return context.mayBeginAnywhere(tensor); });
}

bool beginAtQuads(
    const LoweringContext& context, const StridedLoop& loop, std::initializer_list<TensorRef> tensors)
{
    return std::ranges::equal(tensors, loop.strides, [&](const TensorRef& tensor, const auto& strides) {
        return strides.back() == 0 || !context.mayBeginAnywhere(tensor);
    });
}

DevicePolicy loopPolicy(const LoweringContext& context)
{
    DevicePolicy policy = devicePolicy(context.device());
    const std::string kernel = context.attributes().stringOr("weightless.kernel", "");
    if (kernel == "parts" || kernel == "cardparts") {
        policy.mostRowBytes = policy.rowPartBytes = 1024;
    }
    if (kernel == "cards" || kernel == "cardparts") {
        policy.mostItems = 1;
        policy.prefersQuads = true;
        policy.fewestInvocationsPerRow = DevicePolicy::subgroupForRow;
        policy.holdsRows = true;
        policy.prefersEights = false;
        policy.fewestForTransposedTiles = canShareTiles(context.device()) ? 2 : DevicePolicy::never;
    }
    return policy;
}

} // namespace weightless::ops
