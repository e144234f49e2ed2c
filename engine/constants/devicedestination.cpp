// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/devicedestination.h"

#include "engine/base/error.h"

#include <memory>
#include <utility>

namespace weightless {

namespace {

class StagedSlice final : public DestinationSlice::Handover {
public:
    StagedSlice(StagingRing::Lease lease, vulkan::BufferRange target)
        : m_lease(std::move(lease))
        , m_target(std::move(target))
    {
    }

    [[nodiscard]] std::span<std::byte> bytes() const { return m_lease.bytes(); }
    void commit() override { m_lease.submit(m_target); }

private:
    StagingRing::Lease m_lease;
    vulkan::BufferRange m_target;
};

} // namespace

DeviceDestination::DeviceDestination(
    uint64_t sizeBytes, vulkan::WeightArena& arena, StagingRing& ring, std::optional<LoadPath> forcedPath)
    : ConstantDestination(sizeBytes, ring.sliceBytes())
    , m_arena(arena)
    , m_ring(ring)
    , m_forcedPath(forcedPath)
{
}

vulkan::BufferRange DeviceDestination::memory()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_range) {
        vulkan::BufferRange range = m_arena.allocate(sizeBytes());
        if (m_forcedPath == LoadPath::Direct && range.mapped().empty() && sizeBytes() > 0) {
            throw Error(ErrorKind::Unsupported,
                "the path 'direct' is forced, but this device's memory is not visible to the CPU");
        }
        m_range = std::move(range);
    }
    return *m_range;
}

DestinationSlice DeviceDestination::take(
    uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& stop)
{
    vulkan::BufferRange part = memory().part(offsetBytes, lengthBytes);
    if (m_forcedPath != LoadPath::Staged && !part.mapped().empty()) {
        return {*this, part.mapped(), nullptr};
    }
    auto staged = std::make_unique<StagedSlice>(m_ring.lease(lengthBytes, stop), std::move(part));
    const std::span<std::byte> bytes = staged->bytes();
    return {*this, bytes, std::move(staged)};
}

DeviceDestination::Written DeviceDestination::written()
{
    vulkan::BufferRange range = memory();
    const bool isDirect = m_forcedPath != LoadPath::Staged && (!range.mapped().empty() || sizeBytes() == 0);
    return {std::move(range), isDirect ? LoadPath::Direct : LoadPath::Staged};
}

} // namespace weightless
