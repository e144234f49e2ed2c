// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/conversion/conversionkernel.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loaders/constantdestination.h"
#include "engine/constants/loadoptions.h"
#include "engine/constants/transfer/stagingring.h"
#include "engine/vulkan/weightarena.h"

#include <memory>
#include <mutex>
#include <optional>

namespace weightless {

// Device memory for the constants of one load, and what their bytes pass through. Every destination holds it.
struct TransferMemory {
    TransferMemory(const std::shared_ptr<const vulkan::Device>& device, const LoadOptions& options,
        uint64_t expectedBytes, std::shared_ptr<vulkan::PipelineLibrary> pipelines);

    static constexpr uint64_t scratchSliceBytes = 256 * KiB; // stays in a processor's cache
    // One for each reader, and a few for the threads of a loader.
    [[nodiscard]] static unsigned scratchSliceCount(const LoadOptions& options);

    vulkan::WeightArena arena;
    StagingRing ring;
    StagingRing scratch; // small slices, for what the CPU converts into mapped device memory
    ConversionKernel kernel;
    std::optional<LoadPath> forcedPath;
    bool expectsMappedMemory = false; // the device's memory is CPU memory, and no path is forced past it
};

// Device memory for one constant, allocated when its first slice is asked for.
class DeviceDestination final : public ConstantDestination {
public:
    // Unsupported when the constant is stored in a type that cannot be converted to its own.
    DeviceDestination(const ConstantInfo& constant, std::shared_ptr<TransferMemory> memory);

    struct Written {
        vulkan::BufferRange range;
        LoadPath path = LoadPath::Direct;
    };
    // Where the bytes are and how they came there. Work of the ring may still be under way.
    [[nodiscard]] Written written();

private:
    DeviceDestination(const ConstantInfo& constant, const std::optional<ElementConversion>& conversion,
        std::shared_ptr<TransferMemory> memory);
    [[nodiscard]] DestinationSlice take(
        uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& stop) override;
    [[nodiscard]] DestinationSlice takeConverted(const vulkan::BufferRange& all, uint64_t offsetBytes,
        uint64_t lengthBytes, const std::stop_token& stop);
    [[nodiscard]] vulkan::BufferRange allocated();
    [[nodiscard]] bool isDirect(const vulkan::BufferRange& range) const;

    std::shared_ptr<TransferMemory> m_memory;
    uint64_t m_deviceBytes;
    std::optional<ElementConversion> m_conversion;
    std::mutex m_mutex; // guards m_range
    std::optional<vulkan::BufferRange> m_range;
};

} // namespace weightless
