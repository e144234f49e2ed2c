// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/commandbuffer.h"

#include "engine/vulkan/internal/commandbufferinternals.h"

namespace weightless::vulkan {

CommandBuffer::CommandBuffer(std::unique_ptr<CommandBufferInternals> internals)
    : m_internals(std::move(internals))
{
}

CommandBuffer::~CommandBuffer() = default;

QueueKind CommandBuffer::queue() const
{
    return m_internals->queue;
}

uint32_t CommandBuffer::commandCount() const
{
    return m_internals->commandCount;
}

uint32_t CommandBuffer::barrierCount() const
{
    return m_internals->barrierCount;
}

} // namespace weightless::vulkan
