// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/stridedloop.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"

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

std::array<uint32_t, maxLoopRank> loopParameters(std::span<const int64_t> values)
{
    std::array<uint32_t, maxLoopRank> parameters {};
    std::ranges::transform(
        values, parameters.begin(), [](int64_t value) { return static_cast<uint32_t>(value); });
    return parameters;
}

uint32_t itemsPerInvocation(const vulkan::DeviceTraits& device, const StridedLoop& loop)
{
    const uint32_t most = devicePolicy(device).mostItems;
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

uint64_t invocationCount(const StridedLoop& loop, uint32_t items)
{
    const auto inner = static_cast<uint64_t>(loop.dims.back());
    const auto count = static_cast<uint64_t>(loop.elements());
    return count == 0 ? 0 : count / inner * ceilDivide(inner, items);
}

} // namespace weightless::ops
