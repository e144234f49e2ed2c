// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/budget/devicepool.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/transfer/stagingring.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace weightless {

namespace {

constexpr uint64_t pageBytes = 4 * KiB;
constexpr uint64_t alignmentBytes = 256; // as WeightArena's

} // namespace

DevicePool::DevicePool(
    const std::shared_ptr<const vulkan::Device>& device, uint64_t bytes, uint64_t budgetBytes)
    : m_device(device)
    , m_sizeBytes(bytes)
    , m_budgetBytes(budgetBytes)
    , m_slabBytes(slabBytesFor(device->traits(), bytes))
{
    for (uint64_t offset = 0; offset < bytes; offset += m_slabBytes) {
        m_slabs.push_back(std::make_shared<const vulkan::Buffer>(
            device->createWeightsBuffer(std::min(m_slabBytes, bytes - offset))));
    }
}

DevicePool::~DevicePool()
{
    noteWindow(0);
}

uint64_t DevicePool::usableBytes(uint64_t budgetBytes)
{
    return alignDown(budgetBytes, budgetBytes >= pageBytes ? pageBytes : alignmentBytes);
}

uint64_t DevicePool::slabBytesFor(const vulkan::DeviceTraits& traits, uint64_t poolBytes)
{
    const uint64_t most = std::max(alignDown(traits.maxAllocationBytes, pageBytes), pageBytes);
    return std::min(most, std::max(poolBytes, alignmentBytes));
}

vulkan::BufferRange DevicePool::range(uint64_t offsetBytes, uint64_t sizeBytes) const
{
    const uint64_t slab = offsetBytes / m_slabBytes;
    if (slab >= m_slabs.size()) {
        throw Error(ErrorKind::Internal, "a place lies beyond the pool");
    }
    return vulkan::BufferRange::of(m_slabs[slab]).part(offsetBytes % m_slabBytes, sizeBytes);
}

bool DevicePool::holds(const Tenant& tenant, uint64_t offsetBytes) const
{
    const std::scoped_lock lock(m_mutex);
    const auto place = m_places.find(offsetBytes);
    return place != m_places.end() && place->second.tenant == tenant;
}

bool DevicePool::isFreeFor(const void* graph) const
{
    const std::scoped_lock lock(m_mutex);
    return std::ranges::all_of(m_placeCounts, [&](const auto& count) { return count.first == graph; });
}

void DevicePool::clear(uint64_t offsetBytes, uint64_t sizeBytes)
{
    const std::scoped_lock lock(m_mutex);
    overwrite(offsetBytes, sizeBytes);
}

// With the lock held.
void DevicePool::overwrite(uint64_t offsetBytes, uint64_t sizeBytes)
{
    auto place = m_places.lower_bound(offsetBytes);
    if (place != m_places.begin()) {
        const auto before = std::prev(place);
        place = before->first + before->second.sizeBytes > offsetBytes ? before : place;
    }
    while (place != m_places.end() && place->first < offsetBytes + sizeBytes) {
        const auto count = m_placeCounts.find(place->second.tenant.graph);
        if (--count->second == 0) {
            m_placeCounts.erase(count);
        }
        place = m_places.erase(place);
    }
}

void DevicePool::settle(const Tenant& tenant, uint64_t offsetBytes, uint64_t sizeBytes)
{
    const std::scoped_lock lock(m_mutex);
    overwrite(offsetBytes, sizeBytes);
    m_places.emplace(offsetBytes, Place {tenant, sizeBytes});
    ++m_placeCounts[tenant.graph];
}

void DevicePool::leave(const void* graph) noexcept
{
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_places, [&](const auto& place) { return place.second.tenant.graph == graph; });
    m_placeCounts.erase(graph);
}

void DevicePool::noteReader(vulkan::QueuePoint point)
{
    const std::scoped_lock lock(m_mutex);
    m_lastReader = point;
}

void DevicePool::waitForReaders(const std::stop_token& stop) const
{
    vulkan::QueuePoint point;
    {
        const std::scoped_lock lock(m_mutex);
        point = m_lastReader;
    }
    if (m_device->wait(point, stop) == vulkan::WaitResult::Stopped) {
        throw Error(ErrorKind::Cancelled, "It was stopped while the device still read the weights before");
    }
}

void DevicePool::noteWriter(const std::shared_ptr<StagingRing>& ring)
{
    std::shared_ptr<StagingRing> before;
    {
        const std::scoped_lock lock(m_mutex);
        before = m_writer.lock(); // one that is gone has written all it had
    }
    if (before != nullptr && before != ring) {
        before->finish();
    }
    const std::scoped_lock lock(m_mutex);
    m_writer = ring;
}

std::shared_ptr<const void> SharedPool::claim(const void* graph, uint64_t bytes)
{
    const std::scoped_lock lock(m_mutex);
    const auto made = m_claims.emplace(graph, bytes);
    return {graph, [self = shared_from_this(), made](const void* /*the graph*/) {
                const std::scoped_lock ending(self->m_mutex);
                self->m_claims.erase(made);
            }};
}

uint64_t SharedPool::claimedByOthers(const void* graph) const
{
    const std::scoped_lock lock(m_mutex);
    return std::accumulate(m_claims.begin(), m_claims.end(), uint64_t {0},
        [&](uint64_t sum, const auto& each) { return each.first == graph ? sum : sum + each.second; });
}

std::shared_ptr<DevicePool> SharedPool::find() const
{
    const std::scoped_lock lock(m_mutex);
    return m_pool.lock();
}

std::shared_ptr<DevicePool> SharedPool::take(
    const std::shared_ptr<const vulkan::Device>& device, uint64_t bytes, uint64_t budgetBytes)
{
    const std::scoped_lock lock(m_mutex);
    std::shared_ptr<DevicePool> pool = m_pool.lock();
    if (pool == nullptr) {
        pool = std::make_shared<DevicePool>(device, bytes, budgetBytes);
        m_pool = pool;
    } else if (pool->sizeBytes() != bytes) {
        throw Error(ErrorKind::InvalidState,
            "The graphs on this device share " + std::to_string(pool->sizeBytes())
                + " bytes for their weights by now, not " + std::to_string(bytes) + "; load again");
    }
    return pool;
}

} // namespace weightless
