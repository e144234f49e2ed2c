// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/timestamps.h"

#include "engine/base/error.h"
#include "engine/vulkan/internal/timestampinternals.h"

#include <cmath>
#include <string>

namespace weightless::vulkan {

int64_t ticksBetween(uint64_t from, uint64_t to, uint32_t bits)
{
    const uint32_t unused = bits >= 64 ? 0 : 64 - bits;
    return static_cast<int64_t>((to - from) << unused) >> unused; // the highest bit that counts is the sign
}

TimestampPool::TimestampPool(const std::shared_ptr<const Device>& device, uint32_t count)
    : m_internals(std::make_unique<TimestampInternals>())
{
    if (!device->hasTimestamps()) {
        throw Error(
            ErrorKind::Unsupported, device->traits().name + " has no timestamps on its compute queue");
    }
    if (count == 0) {
        throw Error(ErrorKind::InvalidArgument, "A timestamp pool of no timestamps was asked for");
    }
    m_internals->device = device->internals();
    m_internals->count = count;
    const DeviceInternals& internals = *m_internals->device;
    VkQueryPoolCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = count;
    VkQueryPool pool = VK_NULL_HANDLE;
    internals.check(internals.calls.table.vkCreateQueryPool(internals.calls.handle, &info, nullptr, &pool),
        "create a timestamp pool");
    m_internals->pool = QueryPoolHandle(internals.calls, pool);
}

TimestampPool::~TimestampPool() = default;

uint32_t TimestampPool::count() const
{
    return m_internals->count;
}

std::vector<int64_t> TimestampPool::readNs(uint32_t first, uint32_t count) const
{
    if (first > m_internals->count || count > m_internals->count - first) {
        throw Error(ErrorKind::InvalidArgument,
            std::to_string(count) + " timestamps from " + std::to_string(first) + " leave a pool of "
                + std::to_string(m_internals->count));
    }
    if (count == 0) {
        return {};
    }
    struct Entry {
        uint64_t ticks = 0;
        uint64_t isAvailable = 0;
    };
    std::vector<Entry> entries(count);
    const DeviceInternals& device = *m_internals->device;
    const VkResult result = device.calls.table.vkGetQueryPoolResults(device.calls.handle,
        m_internals->pool.get(), first, count, entries.size() * sizeof(Entry), entries.data(), sizeof(Entry),
        VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    device.check(result, "read timestamps");

    const uint32_t bits = device.physical.timestampValidBits;
    std::vector<int64_t> nanoseconds;
    nanoseconds.reserve(count);
    for (size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].isAvailable == 0) {
            throw Error(ErrorKind::InvalidState,
                "Timestamp " + std::to_string(first + i) + " has not been written by work that is done");
        }
        const int64_t ticks = ticksBetween(entries.front().ticks, entries[i].ticks, bits);
        nanoseconds.push_back(std::llround(static_cast<double>(ticks) * device.physical.timestampPeriodNs));
    }
    return nanoseconds;
}

} // namespace weightless::vulkan
