// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/submission.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace weightless {

class StagingRing;

// All device memory that the weights of one or several graphs take under a budget: allocated once, and never
// more. It knows whose constant lies where, so that what is there is not brought again, and what on the
// device reads it last. Any thread; one run or load at a time writes.
class DevicePool {
public:
    // `budgetBytes`: what it was asked for, at least its size. OutOfMemory.
    DevicePool(const std::shared_ptr<const vulkan::Device>& device, uint64_t bytes, uint64_t budgetBytes);
    ~DevicePool();
    DevicePool(const DevicePool&) = delete;
    DevicePool& operator=(const DevicePool&) = delete;

    // How much of it constants come and go in, of whoever uses it now: for the meter.
    void noteWindow(uint64_t bytes) const { m_device->meter()->setPassing(bytes); }

    // What a pool of so many bytes would be: a little less where memory is handed out in pages.
    [[nodiscard]] static uint64_t usableBytes(uint64_t budgetBytes);
    // Of which it would be made: no place crosses the border between two slabs.
    [[nodiscard]] static uint64_t slabBytesFor(const vulkan::DeviceTraits& traits, uint64_t poolBytes);

    [[nodiscard]] uint64_t sizeBytes() const { return m_sizeBytes; }
    [[nodiscard]] uint64_t budgetBytes() const { return m_budgetBytes; }
    [[nodiscard]] vulkan::BufferRange range(uint64_t offsetBytes, uint64_t sizeBytes) const;

    // A constant, told from those of other graphs.
    struct Tenant {
        const void* graph = nullptr;
        size_t constant = 0;

        bool operator==(const Tenant&) const = default;
    };
    [[nodiscard]] bool holds(const Tenant& tenant, uint64_t offsetBytes) const;
    // Nobody's bytes, or this graph's alone.
    [[nodiscard]] bool isFreeFor(const void* graph) const;
    // What lies there is given up; a failed bringing leaves it so.
    void clear(uint64_t offsetBytes, uint64_t sizeBytes);
    void settle(const Tenant& tenant, uint64_t offsetBytes, uint64_t sizeBytes);
    // The graph is gone, or its constants are hollow again.
    void leave(const void* graph) noexcept;

    // Whoever reads the pool on the device says until when; whoever writes it first waits for that. A stop
    // ends the waiting: Cancelled. DeviceLost.
    void noteReader(vulkan::QueuePoint point);
    void waitForReaders(const std::stop_token& stop) const;

    // The ring through which whoever writes from now on does so. What another one still has for the pool is
    // there first, or it would come over what is written now. DeviceLost.
    void noteWriter(const std::shared_ptr<StagingRing>& ring);

private:
    struct Place {
        Tenant tenant;
        uint64_t sizeBytes = 0;
    };

    void overwrite(uint64_t offsetBytes, uint64_t sizeBytes);

    std::shared_ptr<const vulkan::Device> m_device;
    uint64_t m_sizeBytes;
    uint64_t m_budgetBytes;
    uint64_t m_slabBytes;
    std::vector<std::shared_ptr<const vulkan::Buffer>> m_slabs;
    mutable std::mutex m_mutex; // guards what follows
    std::map<uint64_t, Place> m_places; // by offset; no two of them meet
    std::map<const void*, size_t> m_placeCounts; // by graph
    vulkan::QueuePoint m_lastReader;
    std::weak_ptr<StagingRing> m_writer; // of all rings the only one that may have something for the pool
};

// The pool of a context, as long as somebody uses it: its graphs share one budget, as do those that fit it
// without a pool.
class SharedPool : public std::enable_shared_from_this<SharedPool> {
public:
    // That a graph holds, or is about to load, so many bytes under a budget, outside of the pool: until the
    // result is gone.
    [[nodiscard]] std::shared_ptr<const void> claim(const void* graph, uint64_t bytes);
    // What all but this graph have claimed.
    [[nodiscard]] uint64_t claimedByOthers(const void* graph) const;

    // Null when there is none.
    [[nodiscard]] std::shared_ptr<DevicePool> find() const;
    // That, or a new one of this size. InvalidState when there is one of another size; OutOfMemory.
    [[nodiscard]] std::shared_ptr<DevicePool> take(
        const std::shared_ptr<const vulkan::Device>& device, uint64_t bytes, uint64_t budgetBytes);

private:
    mutable std::mutex m_mutex; // guards what follows
    std::weak_ptr<DevicePool> m_pool;
    std::multimap<const void*, uint64_t> m_claims; // by graph
};

} // namespace weightless
