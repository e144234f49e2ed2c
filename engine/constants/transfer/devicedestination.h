// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/conversion/conversionkernel.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loaders/constantdestination.h"
#include "engine/constants/loadoptions.h"
#include "engine/constants/transfer/stagingring.h"
#include "engine/vulkan/weightarena.h"

#include <mutex>
#include <optional>

namespace weightless {

// What the destinations of one load are filled through. All of it outlives them.
struct DestinationSite {
    vulkan::WeightArena& arena;
    StagingRing& ring;
    StagingRing& scratch; // small slices, for what the CPU converts into mapped device memory
    const ConversionKernel& kernel;
    std::optional<LoadPath> forcedPath;
    bool expectsMappedMemory = false; // the device's memory is CPU memory, and no path is forced past it
};

// Device memory for one constant, allocated when its first slice is asked for.
class DeviceDestination final : public ConstantDestination {
public:
    // Unsupported when the constant is stored in a type that cannot be converted to its own.
    DeviceDestination(const ConstantInfo& constant, const DestinationSite& site);

    struct Written {
        vulkan::BufferRange range;
        LoadPath path = LoadPath::Direct;
    };
    // Where the bytes are and how they came there. Work of the ring may still be under way.
    [[nodiscard]] Written written();

private:
    DeviceDestination(const ConstantInfo& constant, const std::optional<ElementConversion>& conversion,
        const DestinationSite& site);
    [[nodiscard]] DestinationSlice take(
        uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& stop) override;
    [[nodiscard]] DestinationSlice takeConverted(const vulkan::BufferRange& memory, uint64_t offsetBytes,
        uint64_t lengthBytes, const std::stop_token& stop);
    [[nodiscard]] vulkan::BufferRange memory();
    [[nodiscard]] bool isDirect(const vulkan::BufferRange& memory) const;

    DestinationSite m_site;
    uint64_t m_deviceBytes;
    std::optional<ElementConversion> m_conversion;
    std::mutex m_mutex; // guards m_range
    std::optional<vulkan::BufferRange> m_range;
};

} // namespace weightless
