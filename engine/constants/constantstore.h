// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/vulkan/buffer.h"
#include "engine/vulkan/meteredimport.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace weightless {

// Where a set constant's bytes are on the device.
struct ConstantStorage {
    vulkan::BufferRange range; // exactly the constant's bytes; begins at a multiple of the element size
    std::shared_ptr<const FileMapping> mapping = {}; // whose pages these are; null for memory of our own
    std::shared_ptr<const vulkan::MeteredImport> metered = {}; // counts those pages
};

// The hollow constants of one graph and what became of them. Grows only while the graph is built; afterwards
// constants are set, each once, by one thread at a time, while any thread may ask isSet() and the counts.
class ConstantStore {
public:
    // A constant with a source can be loaded by a LoadingJob; without one the caller sets its data.
    size_t add(std::shared_ptr<const ConstantInfo> info, bool hasSource);

    // Something that is dispatched reads the constant, after everything noted before.
    void noteUse(size_t index);

    [[nodiscard]] size_t count() const { return m_slots.size(); }
    [[nodiscard]] const ConstantInfo& info(size_t index) const { return *m_slots[index].info; }
    [[nodiscard]] bool hasSource(size_t index) const { return m_slots[index].hasSource; }
    // Place in the order of first uses; those never used come last.
    [[nodiscard]] size_t firstUse(size_t index) const { return m_slots[index].firstUse; }

    [[nodiscard]] bool isSet(size_t index) const;
    [[nodiscard]] size_t setCount() const { return m_setCount.load(std::memory_order_acquire); }
    [[nodiscard]] uint64_t setBytes() const { return m_setBytes.load(std::memory_order_acquire); }
    [[nodiscard]] uint64_t totalBytes() const { return m_totalBytes; }
    [[nodiscard]] std::vector<size_t> unset() const;

    // InvalidState when it is set already; Internal when the range is not the constant's size.
    void set(size_t index, ConstantStorage storage);
    void set(size_t index, std::shared_ptr<const ConstantStorage> storage);
    // InvalidState while unset.
    [[nodiscard]] ConstantStorage storage(size_t index) const;

    // The files whose pages are bound, each once. Io when one was changed, truncated or replaced.
    [[nodiscard]] std::vector<std::shared_ptr<const FileMapping>> unchangedMappings() const;

    // Forgets every constant's data: all are hollow again and the device memory is given back once no
    // dispatch uses it.
    void unload();

private:
    struct Slot {
        std::shared_ptr<const ConstantInfo> info;
        bool hasSource = false;
        size_t firstUse = SIZE_MAX;
        std::shared_ptr<const ConstantStorage> storage = {}; // null while unset
    };

    mutable std::mutex m_mutex; // guards Slot::storage
    std::vector<Slot> m_slots;
    size_t m_useCount = 0;
    std::atomic<size_t> m_setCount {0};
    std::atomic<uint64_t> m_setBytes {0};
    uint64_t m_totalBytes = 0;
};

} // namespace weightless
