// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/queue.h"

#include <cstdint>
#include <memory>

namespace weightless::vulkan {

struct CommandBufferInternals;

// Recorded commands, ready to be submitted any number of times, also while an earlier submission of them
// still runs (the device executes the two one after the other). Made by CommandRecorder; immutable; keeps
// every buffer, pipeline and timestamp pool it names.
class CommandBuffer {
public:
    explicit CommandBuffer(std::unique_ptr<CommandBufferInternals> internals);
    ~CommandBuffer();
    CommandBuffer(const CommandBuffer&) = delete;
    CommandBuffer& operator=(const CommandBuffer&) = delete;

    [[nodiscard]] QueueKind queue() const;
    [[nodiscard]] uint32_t commandCount() const; // dispatches, copies, fills
    [[nodiscard]] uint32_t barrierCount() const; // between them

    [[nodiscard]] const CommandBufferInternals& internals() const { return *m_internals; }

private:
    std::unique_ptr<CommandBufferInternals> m_internals;
};

} // namespace weightless::vulkan
