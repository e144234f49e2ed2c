// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstorage.h"
#include "engine/constants/conversion/clampedcount.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loaders/constantdestination.h"
#include "engine/constants/loadoptions.h"
#include "engine/constants/loadplan.h"
#include "engine/constants/transfer/transfermemory.h"

#include <memory>
#include <mutex>
#include <optional>

namespace weightless {

// Device memory for one constant, allocated when its first slice is asked for,
// unless it is there already.
class DeviceDestination final : public ConstantDestination {
public:
    // In memory of the arena, or at `place`, which is of the constant's size. Unsupported when the constant
    // is stored in a type that cannot be converted to its own.
    DeviceDestination(const ConstantInfo& constant, CopyRoute route, std::shared_ptr<TransferMemory> memory,
        std::optional<vulkan::BufferRange> place = {});

    // Before its first slice, where the order of places matters. OutOfMemory.
    void allocate() { static_cast<void>(allocated()); }

    struct Written {
        vulkan::BufferRange range;
        LoadPath path = LoadPath::Direct;
        std::shared_ptr<const ClampedCount> clamped = {}; // null where none can be

        [[nodiscard]] ConstantStorage storage() const { return {range, nullptr, nullptr, clamped}; }
    };
    // Where the bytes are and how they came there: as planned, or through the ring where the device had no
    // mapped memory left. Work of the ring may still be under way.
    [[nodiscard]] Written written();

private:
    DeviceDestination(const ConstantInfo& constant, const std::optional<ElementConversion>& conversion,
        CopyRoute route, std::shared_ptr<TransferMemory> memory, std::optional<vulkan::BufferRange> place);
    [[nodiscard]] DestinationSlice take(
        uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& stop) override;
    void forget() override;
    [[nodiscard]] std::shared_ptr<ClampedCount> clampedCount();
    [[nodiscard]] DestinationSlice takeConverted(const vulkan::BufferRange& all, uint64_t offsetBytes,
        uint64_t lengthBytes, const std::stop_token& stop);
    [[nodiscard]] vulkan::BufferRange allocated();

    std::shared_ptr<TransferMemory> m_memory;
    uint64_t m_deviceBytes;
    std::optional<ElementConversion> m_conversion;
    bool m_isVarint;
    std::mutex m_mutex; // guards m_range, m_route until there is one, and m_clamped
    CopyRoute m_route;
    std::optional<vulkan::BufferRange> m_place; // where it is to be; none: wherever the arena has room
    std::optional<vulkan::BufferRange> m_range;
    std::shared_ptr<ClampedCount> m_clamped; // of this attempt; null where none can be
};

} // namespace weightless
