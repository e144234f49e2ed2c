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
        .enoughRows = 32,
        .largeProduct = ProductKernel::Wide,
        .largeHalfProduct = ProductKernel::Wide, // matrix units in software are slower, where there are any
        .fewestForPaddedRows = uint64_t {1} << 20,
        .prefersEights = true,
        .prefersWinograd = true,
        .prefersFlashAttention = true,
        .packsAttentionOperands = true,
        .mostOperationsPerSubmission = 4'000'000'000};
}

} // namespace

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
    policy.prefersQuads = true;
    policy.fewestForTransposedTiles = canShareTiles(device) ? 16 : DevicePolicy::never;
    policy.mostVectorRows = 8;
    policy.packedWordsAtOnce = 4;
    policy.prefersColumns = true;
    policy.readsImages = true;
    policy.stepsAhead = 8;
    policy.prefersTiledAttention = true;
    policy.prefersRowAttention = true;
    policy.largeHalfProduct =
        canMultiplyMatrices(device, DataType::Float16) ? ProductKernel::Matrix : policy.largeProduct;
    return policy;
}

bool canReadEights(const vulkan::DeviceTraits& device, DataType type)
{
    return type != DataType::Float64 && (type != DataType::Float32 || device.hasInt64);
}

bool canShareTiles(const vulkan::DeviceTraits& device)
{
    return device.maxWorkGroupInvocations >= 256;
}

bool canMultiplyMatrices(const vulkan::DeviceTraits& device, DataType type)
{
    return type == DataType::Float16 && device.matrixUnits && device.has16BitStorage && device.hasFloat16
        && device.maxWorkGroupInvocations >= 4 * device.matrixUnits->subgroups.size;
}

} // namespace weightless::ops
