// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "engine/constants/conversion/clampedcount.h"
#include "engine/constants/conversion/conversionkernel.h"
#include "engine/constants/loadoptions.h"
#include "engine/constants/transfer/scratchslices.h"
#include "engine/constants/transfer/stagingring.h"
#include "engine/vulkan/weightarena.h"

#include <memory>
#include <optional>

namespace weightless {

// What the options mean on a device.
struct StagingSizes {
    uint64_t sliceBytes = 0; // of the ring
    unsigned sliceCount = 0;
    uint64_t readBytes = 0; // that one reader reads at a time, at most a slice
    unsigned readerCount = 1;
};

// `leastSliceBytes`: what the constants need, however small the options' slices are (leastSliceBytesOf()).
[[nodiscard]] StagingSizes stagingSizesFor(const LoadOptions& options, const vulkan::DeviceTraits& traits,
    uint64_t leastSliceBytes = StagingRing::minSliceBytes);

// Device memory for constants, and what their bytes pass through. Every destination holds it.
struct TransferMemory {
    // Without `pipelines`, kernels that convert are compiled for this memory alone.
    TransferMemory(const std::shared_ptr<const vulkan::Device>& device, const LoadOptions& options,
        std::shared_ptr<vulkan::WeightArena> arena, std::shared_ptr<vulkan::PipelineLibrary> pipelines,
        uint64_t leastSliceBytes = StagingRing::minSliceBytes);

    static constexpr uint64_t scratchSliceBytes = 256 * KiB; // stays in a processor's cache
    // One for each reader, and a few for the threads of a loader.
    [[nodiscard]] static unsigned scratchSliceCount(const StagingSizes& sizes);

    std::shared_ptr<vulkan::WeightArena> arena;
    ConversionKernel kernel;
    StagingSizes sizes;
    ClampedWords clampedWords; // before the ring, which waits for what counts in them
    StagingRing ring;
    ScratchSlices scratch; // for what the CPU converts into mapped device memory
    std::optional<LoadPath> forcedPath {};
};

} // namespace weightless
