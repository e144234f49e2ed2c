// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/slotpool.h"

#include <algorithm>
#include <utility>

namespace weightless {

namespace {

// Shapes between which callers go to and fro keep their slots.
constexpr uint64_t keptRuns = 4;

// A small value in a large slot would make the next large one need another.
constexpr uint64_t largestFor(uint64_t sizeBytes)
{
    constexpr uint64_t alwaysFits = 4096;
    return std::max(sizeBytes + sizeBytes / 2, alwaysFits);
}

// The pool has it, and `others`.
bool isIdle(const std::shared_ptr<Slot>& slot, long others = 0)
{
    return slot.use_count() == 1 + others;
}

} // namespace

void UsualSlots::note(const std::shared_ptr<Slot>& slot)
{
    if (m_slots[0].lock() != slot) {
        m_slots[1] = std::exchange(m_slots[0], slot);
    }
}

std::shared_ptr<Slot> UsualSlots::find(uint64_t sizeBytes) const
{
    for (const auto& usual : m_slots) {
        std::shared_ptr<Slot> slot = usual.lock();
        if (slot && isIdle(slot, 1) && slot->buffer->sizeBytes() >= sizeBytes) {
            return slot;
        }
    }
    return nullptr;
}

std::shared_ptr<const Slot> SlotPool::give(const std::shared_ptr<Slot>& slot, UsualSlots& usual) const
{
    slot->lastRun = m_run;
    usual.note(slot);
    return slot;
}

std::shared_ptr<const Slot> SlotPool::find(uint64_t sizeBytes, UsualSlots& usual)
{
    if (const auto slot = usual.find(sizeBytes)) {
        return give(slot, usual);
    }
    const auto end = m_slots.upper_bound(largestFor(sizeBytes));
    for (auto entry = m_slots.lower_bound(sizeBytes); entry != end; ++entry) {
        if (isIdle(entry->second)) {
            return give(entry->second, usual);
        }
    }
    return nullptr;
}

std::shared_ptr<const Slot> SlotPool::add(std::shared_ptr<const vulkan::Buffer> buffer, UsualSlots& usual)
{
    const uint64_t size = buffer->sizeBytes();
    return give(m_slots.emplace(size, std::make_shared<Slot>(Slot {std::move(buffer)}))->second, usual);
}

std::shared_ptr<const vulkan::Buffer> SlotPool::drop(Slots::iterator slot)
{
    auto buffer = slot->second->buffer;
    m_slots.erase(slot);
    return buffer;
}

std::shared_ptr<const vulkan::Buffer> SlotPool::dropOutgrown(uint64_t sizeBytes)
{
    const auto begin = m_slots.begin();
    for (auto entry = m_slots.lower_bound(sizeBytes); entry != begin;) {
        --entry;
        if (largestFor(entry->first) < sizeBytes) {
            break;
        }
        if (isIdle(entry->second)) {
            return drop(entry);
        }
    }
    return nullptr;
}

std::shared_ptr<const vulkan::Buffer> SlotPool::dropUnused()
{
    const auto found = std::ranges::find_if(m_slots,
        [&](const auto& entry) { return isIdle(entry.second) && entry.second->lastRun + keptRuns <= m_run; });
    return found == m_slots.end() ? nullptr : drop(found);
}

std::shared_ptr<const vulkan::Buffer> SlotPool::dropIdle()
{
    const auto found = std::ranges::find_if(m_slots, [&](const auto& entry) { return isIdle(entry.second); });
    return found == m_slots.end() ? nullptr : drop(found);
}

} // namespace weightless
