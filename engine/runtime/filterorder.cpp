// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/filterorder.h"

#include "engine/model/blockedfilter.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/devicepolicy.h"

#include <algorithm>
#include <string>
#include <vector>

namespace weightless {

namespace {

constexpr size_t filterInput = 1;

bool isConvolution(const plan::DataflowNode& node)
{
    return node.op->name == "Conv" && node.op->domain.empty() && node.inputs.size() > filterInput
        && node.inputs[filterInput];
}

// In blocks where the kernels read it so whatever the pictures: all but tiny ones. More than two spatial
// dimensions and long strides have no such kernel.
bool wantsBlocks(
    const plan::DataflowNode& node, const TensorDescriptor& filter, const vulkan::DeviceTraits& device)
{
    constexpr size_t mostRank = 4;
    constexpr int64_t mostStride = 255;
    const Shape strides = node.attributes.ints("strides").value_or(Shape {});
    return filter.shape.size() <= mostRank && blockableTaps(filter.shape)
        && std::ranges::all_of(strides, [](int64_t stride) { return stride <= mostStride; })
        && ops::prefersBlockedFilters(device, filter.type);
}

// By value: hollow constants that every reader wants in blocks.
std::vector<bool> blockedValues(const plan::Dataflow& dataflow, const vulkan::DeviceTraits& device)
{
    std::vector<bool> isWanted(dataflow.values.size());
    std::vector<bool> isRefused(dataflow.values.size());
    for (const plan::DataflowNode& node : dataflow.nodes) {
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            if (!node.inputs[i]) {
                continue;
            }
            const plan::ValueId value = *node.inputs[i];
            const bool isBlocked = i == filterInput && isConvolution(node)
                && wantsBlocks(node, dataflow.values[value].descriptor, device);
            (isBlocked ? isWanted : isRefused)[value] = true;
        }
    }
    for (const auto& [name, value] : dataflow.outputs) {
        isRefused[value] = true;
    }
    for (plan::ValueId value = 0; value < dataflow.values.size(); ++value) {
        isWanted[value] =
            isWanted[value] && !isRefused[value] && dataflow.values[value].kind == plan::ValueKind::Constant;
    }
    return isWanted;
}

} // namespace

void orderFilters(plan::Dataflow& dataflow, ConstantStore& constants, const vulkan::DeviceTraits& device)
{
    const std::vector<bool> isBlocked = blockedValues(dataflow, device);
    for (plan::DataflowNode& node : dataflow.nodes) {
        if (!isConvolution(node)) {
            continue;
        }
        const plan::ValueId filter = *node.inputs[filterInput];
        const plan::Value& value = dataflow.values[filter];
        if (value.kind != plan::ValueKind::Constant) {
            continue;
        }
        constants.setBlockedTaps(
            value.index, isBlocked[filter] ? blockableTaps(value.descriptor.shape).value_or(1) : 1);
        if (isBlocked[filter] || ops::conv::hasBlockedFilter(node.attributes)) {
            node.attributes.set(
                std::string(ops::conv::blockedFilterAttribute), int64_t {isBlocked[filter] ? 1 : 0});
        }
    }
}

} // namespace weightless
