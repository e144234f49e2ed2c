// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/commandmemory.h"

#include "engine/vulkan/device.h"
#include "engine/vulkan/internal/commandmemoryinternals.h"

namespace weightless::vulkan {

CommandMemory::CommandMemory(const std::shared_ptr<const Device>& device, QueueKind queue)
    : m_internals(std::make_shared<CommandMemoryInternals>(device->internals(), queue))
{
}

size_t CommandMemory::poolCount() const
{
    const std::scoped_lock lock(m_internals->mutex);
    return m_internals->poolCount;
}

} // namespace weightless::vulkan
