// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/uploads.h"

#include "engine/vulkan/device.h"
#include "engine/vulkan/recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace weightless {

Uploads::Uploads(std::shared_ptr<const vulkan::Device> device)
    : m_device(std::move(device))
    , m_commands(m_device)
{
}

vulkan::QueuePoint Uploads::write(const vulkan::BufferRange& target, std::span<const std::byte> bytes)
{
    vulkan::QueuePoint point;
    for (uint64_t offset = 0; offset < bytes.size(); offset += mostSlotBytes) {
        const auto piece = bytes.subspan(offset, std::min<uint64_t>(mostSlotBytes, bytes.size() - offset));
        Slot& slot = take(piece.size());
        std::ranges::copy(piece, slot.buffer->mapped().begin());
        vulkan::CommandRecorder recorder(m_commands);
        recorder.copy({slot.buffer, 0, piece.size()}, target.part(offset, piece.size()));
        slot.copy = m_device->submit(recorder.finish());
        point = slot.copy.point();
    }
    return point;
}

void Uploads::forgetDone()
{
    for (Slot& slot : m_slots) {
        if (slot.copy.isDone()) {
            slot.copy = {};
        }
    }
}

Uploads::Slot& Uploads::take(uint64_t bytes)
{
    Slot* best = nullptr;
    for (Slot& slot : m_slots) {
        const uint64_t size = slot.buffer->sizeBytes();
        if (size >= bytes && slot.copy.isDone() && (best == nullptr || size < best->buffer->sizeBytes())) {
            best = &slot;
        }
    }
    if (best == nullptr && m_slots.size() < mostSlots) {
        m_slots.push_back({bufferFor(bytes), {}});
        return m_slots.back();
    }
    const auto pointOf = [](const Slot& each) { return each.copy.point().value; };
    Slot& slot = best != nullptr ? *best : *std::ranges::min_element(m_slots, {}, pointOf);
    slot.copy.wait();
    slot.copy = {}; // its command buffer's memory serves again
    if (slot.buffer->sizeBytes() < bytes) {
        slot.buffer = bufferFor(bytes);
    }
    return slot;
}

// Sizes that others fit as well.
std::shared_ptr<const vulkan::Buffer> Uploads::bufferFor(uint64_t bytes) const
{
    constexpr uint64_t leastBytes = 4 * KiB;
    return std::make_shared<const vulkan::Buffer>(
        m_device->createUploadBuffer(std::bit_ceil(std::max(bytes, leastBytes))));
}

} // namespace weightless
