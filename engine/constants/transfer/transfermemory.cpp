// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/transfermemory.h"

#include "engine/constants/transfer/readerpool.h"

#include <algorithm>
#include <utility>

namespace weightless {

TransferMemory::TransferMemory(const std::shared_ptr<const vulkan::Device>& device,
    const LoadOptions& options, std::shared_ptr<vulkan::WeightArena> weights,
    std::shared_ptr<vulkan::PipelineLibrary> pipelines)
    : arena(std::move(weights))
    , ring(device, options.sliceBytes, options.sliceCount)
    , scratch(device, scratchSliceBytes, scratchSliceCount(options))
    , kernel(pipelines ? std::move(pipelines) : std::make_shared<vulkan::PipelineLibrary>(device))
    , forcedPath(options.forcedPath)
{
}

unsigned TransferMemory::scratchSliceCount(const LoadOptions& options)
{
    return std::max(ReaderPool::resolveCount(options.readerCount), 4u);
}

} // namespace weightless
