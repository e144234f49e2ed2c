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

// Bodies of nodes read the constants that they name as they are.
void refuseConstantsOf(const plan::Dataflow& body, std::vector<bool>& isRefused)
{
    for (const plan::Value& value : body.values) {
        if (value.kind == plan::ValueKind::Constant) {
            isRefused[value.index] = true;
        }
    }
    for (const plan::DataflowNode& node : body.nodes) {
        for (const auto& inner : node.bodies) {
            refuseConstantsOf(inner->dataflow, isRefused);
        }
    }
}

// By constant of the store, which several values may be: those that every reader wants in blocks.
std::vector<bool> blockedConstants(
    const plan::Dataflow& dataflow, size_t constantCount, const vulkan::DeviceTraits& device)
{
    std::vector<bool> isWanted(constantCount);
    std::vector<bool> isRefused(constantCount);
    for (const plan::DataflowNode& node : dataflow.nodes) {
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            if (!node.inputs[i] || dataflow.values[*node.inputs[i]].kind != plan::ValueKind::Constant) {
                continue;
            }
            const plan::Value& value = dataflow.values[*node.inputs[i]];
            const bool isBlocked =
                i == filterInput && isConvolution(node) && wantsBlocks(node, value.descriptor, device);
            (isBlocked ? isWanted : isRefused)[value.index] = true;
        }
        for (const auto& body : node.bodies) {
            refuseConstantsOf(body->dataflow, isRefused);
        }
    }
    for (const auto& [name, id] : dataflow.outputs) {
        if (dataflow.values[id].kind == plan::ValueKind::Constant) {
            isRefused[dataflow.values[id].index] = true;
        }
    }
    for (size_t constant = 0; constant < constantCount; ++constant) {
        isWanted[constant] = isWanted[constant] && !isRefused[constant];
    }
    return isWanted;
}

} // namespace

void orderFilters(plan::Dataflow& dataflow, ConstantStore& constants, const vulkan::DeviceTraits& device)
{
    const std::vector<bool> isBlockedAt = blockedConstants(dataflow, constants.count(), device);
    for (plan::DataflowNode& node : dataflow.nodes) {
        if (!isConvolution(node)) {
            continue;
        }
        const plan::Value& value = dataflow.values[*node.inputs[filterInput]];
        if (value.kind != plan::ValueKind::Constant) {
            continue;
        }
        const bool isBlocked = isBlockedAt[value.index];
        constants.setBlockedTaps(
            value.index, isBlocked ? blockableTaps(value.descriptor.shape).value_or(1) : 1);
        if (isBlocked || ops::conv::hasBlockedFilter(node.attributes)) {
            node.attributes.set(std::string(ops::conv::blockedFilterAttribute), int64_t {isBlocked ? 1 : 0});
        }
    }
}

} // namespace weightless
