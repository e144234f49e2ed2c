// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/queue.h"

#include <cstddef>
#include <memory>

namespace weightless::vulkan {

class Device;
struct CommandMemoryInternals;

// What command buffers are recorded into, again and again. What one had, its command pool and its descriptor
// pools, serves the next as soon as it is gone, which a Submission sees to once the device is done. So who
// records all the time has no more pools than command buffers that are alive at once. Any thread.
class CommandMemory {
public:
    explicit CommandMemory(const std::shared_ptr<const Device>& device, QueueKind queue = QueueKind::Compute);

    // Command pools made so far, for tests and reports.
    [[nodiscard]] size_t poolCount() const;

    [[nodiscard]] const std::shared_ptr<CommandMemoryInternals>& internals() const { return m_internals; }

private:
    std::shared_ptr<CommandMemoryInternals> m_internals; // which command buffers that are alive hold too
};

} // namespace weightless::vulkan
