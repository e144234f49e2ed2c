// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace weightless {

// Device memory of one value that outlives its segment. Whoever holds a slot has it alone; when nobody does,
// its pool gives it to the next.
struct Slot {
    std::shared_ptr<const vulkan::Buffer> buffer;
    uint64_t lastRun = 0; // that took it, for the pool
};

// The slots that one value had lately. It takes them again where they are free, so that the same bindings
// come round and nothing is recorded anew; one that a loop carries takes two in turns.
class UsualSlots {
public:
    void note(const std::shared_ptr<Slot>& slot);
    // Of at least that size, which nobody holds; null when there is none.
    [[nodiscard]] std::shared_ptr<Slot> find(uint64_t sizeBytes) const;

private:
    std::array<std::weak_ptr<Slot>, 2> m_slots; // the last first
};

// The slots of all segments of a graph: what one value no longer needs serves the next, so that memory grows
// with the values that are there at a time and not with the segments. One thread.
class SlotPool {
public:
    // A free one of at least `sizeBytes` that is not much larger, a usual one first; null when there is none.
    [[nodiscard]] std::shared_ptr<const Slot> find(uint64_t sizeBytes, UsualSlots& usual);
    // Takes a new one in, and gives it out.
    [[nodiscard]] std::shared_ptr<const Slot> add(
        std::shared_ptr<const vulkan::Buffer> buffer, UsualSlots& usual);

    // Each of these takes one slot out that nobody holds, so that its buffer can be forgotten; null: none.
    // In place of which one of `sizeBytes` serves.
    [[nodiscard]] std::shared_ptr<const vulkan::Buffer> dropOutgrown(uint64_t sizeBytes);
    // That the last few runs did not take.
    [[nodiscard]] std::shared_ptr<const vulkan::Buffer> dropUnused();
    [[nodiscard]] std::shared_ptr<const vulkan::Buffer> dropIdle();

    void beginRun() { ++m_run; }
    void clear() { m_slots.clear(); }

private:
    using Slots = std::multimap<uint64_t, std::shared_ptr<Slot>>; // by size

    std::shared_ptr<const Slot> give(const std::shared_ptr<Slot>& slot, UsualSlots& usual) const;
    std::shared_ptr<const vulkan::Buffer> drop(Slots::iterator slot);

    Slots m_slots;
    uint64_t m_run = 0;
};

} // namespace weightless
