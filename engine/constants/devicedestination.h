// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantdestination.h"
#include "engine/constants/loadoptions.h"
#include "engine/constants/stagingring.h"
#include "engine/vulkan/weightarena.h"

#include <mutex>
#include <optional>

namespace weightless {

// Device memory for one constant, allocated when its first slice is asked for. Arena and ring outlive it.
class DeviceDestination final : public ConstantDestination {
public:
    DeviceDestination(uint64_t sizeBytes, vulkan::WeightArena& arena, StagingRing& ring,
        std::optional<LoadPath> forcedPath);

    struct Written {
        vulkan::BufferRange range;
        LoadPath path = LoadPath::Direct;
    };
    // Where the bytes are and how they came there. Copies out of the ring may still be under way.
    [[nodiscard]] Written written();

private:
    [[nodiscard]] DestinationSlice take(
        uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& stop) override;
    [[nodiscard]] vulkan::BufferRange memory();

    vulkan::WeightArena& m_arena;
    StagingRing& m_ring;
    std::optional<LoadPath> m_forcedPath;
    std::mutex m_mutex; // guards m_range
    std::optional<vulkan::BufferRange> m_range;
};

} // namespace weightless
