// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/slots.h"

#include <algorithm>

namespace weightless {

std::shared_ptr<const Slots::Slot> Slots::take(const vulkan::Device& device, uint64_t sizeBytes)
{
    const auto found = std::ranges::find_if(m_slots,
        [&](const auto& slot) { return slot.use_count() == 1 && slot->buffer->sizeBytes() >= sizeBytes; });
    if (found != m_slots.end()) {
        return *found;
    }
    std::erase_if(m_slots, [](const auto& slot) { return slot.use_count() == 1; }); // too small now
    m_slots.push_back(std::make_shared<const Slot>(
        Slot {std::make_shared<const vulkan::Buffer>(device.createTensorBuffer(sizeBytes))}));
    return m_slots.back();
}

} // namespace weightless
