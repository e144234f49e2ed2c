// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/devicepolicy.h"

#include <algorithm>

namespace weightless::ops {

namespace {

// A few dozen lanes in all, which run as loops of one CPU thread each: decoding an index and accessing
// storage cost more than computing, and there is no memory to share.
DevicePolicy softwarePolicy()
{
    return {.mostItems = 8,
        .prefersKnownQuads = true,
        .enoughRows = 32,
        .fewestInvocationsPerRowGroup = 8,
        .mostRowBytes = uint64_t {512} << 10,
        .rowPartBytes = uint64_t {64} << 10, // is in a cache when it is walked a second time
        .enoughLongRows = 128,
        .largeProduct = ProductKernel::Wide, // also beside matrix units in software, which are slower
        .fewestForLargeProduct = uint64_t {1} << 16, // half a millisecond of the plain kernel
        .prefersEights = true,
        .prefersWinograd = true,
        .prefersFlashAttention = true,
        .packsAttentionOperands = true,
        .mostOperationsPerSubmission = 4'000'000'000};
}

vulkan::MeasuredProducts measuredProducts(const vulkan::DeviceTraits& device, DataType type)
{
    return type == DataType::Float16 ? device.float16Products
        : type == DataType::BFloat16 ? device.bfloat16Products
                                     : vulkan::MeasuredProducts {};
}

} // namespace

std::string_view nameOf(ProductKernel kernel)
{
    switch (kernel) {
    case ProductKernel::Plain:
        return "plain";
    case ProductKernel::Wide:
        return "wide";
    case ProductKernel::Shared:
        return "shared";
    case ProductKernel::Matrix:
        return "matrix";
    case ProductKernel::Group:
        return "group";
    case ProductKernel::Vector:
        return "vector";
    }
    return "";
}

uint64_t processorsOf(const vulkan::DeviceTraits& device)
{
    constexpr uint64_t unknown = 32;
    return device.processors != 0 ? device.processors : unknown;
}

DevicePolicy devicePolicy(const vulkan::DeviceTraits& device)
{
    if (device.type == vulkan::DeviceType::Software) {
        return softwarePolicy();
    }
    DevicePolicy policy;
    policy.largeProduct = canShareTiles(device) ? ProductKernel::Shared : ProductKernel::Plain;
    constexpr uint32_t groupForRow = 512; // a norm of few long rows leaves most of a card idle otherwise
    policy.mostInvocationsPerRow = std::clamp(device.maxWorkGroupInvocations, 64u, groupForRow);
    policy.fewestInvocationsPerRow = DevicePolicy::subgroupForRow;
    policy.holdsRows = true;
    policy.mostRowBytes = uint64_t {128} << 10; // what a work group of 1,024 holds
    policy.rowPartBytes = uint64_t {16} << 10;
    policy.enoughLongRows = 4 * processorsOf(device); // a processor takes several groups that walk
    policy.prefersQuads = true;
    policy.fewestForTransposedTiles = canShareTiles(device) ? 16 : DevicePolicy::never;
    policy.mostVectorRows = 8;
    policy.packedWordsAtOnce = 4;
    constexpr uint64_t invocationsPerProcessor = 1024;
    policy.enoughForPacked = std::max(policy.enoughRows, device.processors * invocationsPerProcessor);
    policy.prefersColumns = true;
    policy.readsImages = true;
    policy.blocksFilters = device.type == vulkan::DeviceType::Discrete;
    policy.stepsAhead = 8;
    policy.prefersTiledAttention = true;
    policy.prefersRowAttention = true;
    policy.prefersMatrixUnits = true;
    if (device.type != vulkan::DeviceType::Discrete) { // old integrated ones do as much as the CPU
        policy.mostOperationsPerSubmission = softwarePolicy().mostOperationsPerSubmission;
    }
    return policy;
}

ProductKernel largeProductFor(const vulkan::DeviceTraits& device, DataType type, SecondOperand b)
{
    const DevicePolicy policy = devicePolicy(device);
    if (!policy.prefersMatrixUnits) {
        return policy.largeProduct;
    }
    const vulkan::MeasuredProducts measured = measuredProducts(device, type);
    const bool prefersGroups = b == SecondOperand::Matrix
        ? measured.prefersGroupMatrices
        : b == SecondOperand::Image && measured.prefersGroupImages;
    if (prefersGroups && canHoldMatrices(device, type)) {
        return ProductKernel::Group;
    }
    return prefersMatrices(device, type) ? ProductKernel::Matrix : policy.largeProduct;
}

bool canReadEights(const vulkan::DeviceTraits& device, DataType type)
{
    return type != DataType::Float64 && device.hasInt64;
}

bool canShareTiles(const vulkan::DeviceTraits& device)
{
    return device.maxWorkGroupInvocations >= 256;
}

const std::optional<vulkan::MatrixUnits>& matrixUnitsOf(const vulkan::DeviceTraits& device, DataType type)
{
    static constexpr std::optional<vulkan::MatrixUnits> none;
    return type == DataType::Float16 ? device.matrixUnits
        : type == DataType::BFloat16 ? device.bfloat16Units
                                     : none;
}

bool canMultiplyMatrices(const vulkan::DeviceTraits& device, DataType type)
{
    const std::optional<vulkan::MatrixUnits>& units = matrixUnitsOf(device, type);
    return units && device.has16BitStorage && device.hasFloat16
        && (type == DataType::Float16 || device.hasInt16) // bits of bfloat16 are integers
        && device.maxWorkGroupInvocations >= 4 * units->subgroups.size;
}

bool prefersMatrices(const vulkan::DeviceTraits& device, DataType type)
{
    return canMultiplyMatrices(device, type)
        && measuredProducts(device, type).prefersMatrixUnits.value_or(!matrixUnitsOf(device, type)->areSlow);
}

bool prefersMatrixAttention(const vulkan::DeviceTraits& device, DataType type)
{
    return canMultiplyMatrices(device, type)
        && measuredProducts(device, type).prefersMatrixAttention.value_or(prefersMatrices(device, type));
}

bool prefersBlockedFilters(const vulkan::DeviceTraits& device, DataType type)
{
    const DevicePolicy policy = devicePolicy(device);
    return policy.blocksFilters && policy.readsImages && prefersMatrices(device, type);
}

bool canHoldMatrices(const vulkan::DeviceTraits& device, DataType type)
{
    return device.groupMatrices && type == DataType::Float16 && device.has16BitStorage && device.hasFloat16
        && device.maxWorkGroupInvocations >= device.groupMatrices->invocations;
}

} // namespace weightless::ops
