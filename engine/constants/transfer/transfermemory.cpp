// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/transfermemory.h"

#include "engine/constants/transfer/readerpool.h"

#include <algorithm>
#include <utility>

namespace weightless {

namespace {

// Fresh memory is filled with zeros before it is written, and four threads do that as fast as memory takes
// it. A ring stays in the processor's caches, so a thread copies no more than some 10 GB/s into it, and a bus
// takes 55.
constexpr unsigned mostReadersInPlace = 4;
constexpr unsigned mostReadersOfRing = 8;

} // namespace

// Where everything is staged, slices are large, since each is a submission, and a bus is as fast as it can be
// from 4 MiB on; readers share one. Where little is, they need not be.
StagingSizes stagingSizesFor(
    const LoadOptions& options, const vulkan::DeviceTraits& traits, uint64_t leastSliceBytes)
{
    constexpr uint64_t ringBytes = 32 * MiB;
    constexpr uint64_t usualReadBytes = 1 * MiB;
    constexpr uint64_t largeSliceBytes = 4 * MiB;
    const bool isStaged = !traits.hasMappedWeights || options.forcedPath == LoadPath::Staged;
    StagingSizes sizes;
    sizes.readerCount =
        ReaderPool::resolveCount(options.readerCount, isStaged ? mostReadersOfRing : mostReadersInPlace);
    if (options.sliceBytes != 0) {
        sizes.sliceBytes = sizes.readBytes = std::max(options.sliceBytes, leastSliceBytes);
        sizes.sliceCount = options.sliceCount != 0 ? options.sliceCount : 32;
        return sizes;
    }
    sizes.sliceBytes = isStaged ? largeSliceBytes : usualReadBytes;
    sizes.readBytes = usualReadBytes;
    sizes.sliceCount =
        options.sliceCount != 0 ? options.sliceCount : static_cast<unsigned>(ringBytes / sizes.sliceBytes);
    return sizes;
}

TransferMemory::TransferMemory(const std::shared_ptr<const vulkan::Device>& device,
    const LoadOptions& options, std::shared_ptr<vulkan::WeightArena> weights,
    std::shared_ptr<vulkan::PipelineLibrary> pipelines, uint64_t leastSliceBytes)
    : arena(std::move(weights))
    , kernel(pipelines ? std::move(pipelines) : std::make_shared<vulkan::PipelineLibrary>(device))
    , sizes(stagingSizesFor(options, device->traits(), leastSliceBytes))
    , clampedWords(device)
    , ring(device, sizes.sliceBytes, sizes.sliceCount)
    , scratch(device->meter(), scratchSliceBytes, scratchSliceCount(sizes))
    , forcedPath(options.forcedPath)
{
}

unsigned TransferMemory::scratchSliceCount(const StagingSizes& sizes)
{
    return std::max(sizes.readerCount, 4u);
}

} // namespace weightless
