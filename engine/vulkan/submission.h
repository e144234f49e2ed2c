// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/queue.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <vector>

namespace weightless::vulkan {

class CommandBuffer;
struct DeviceInternals;

// Work handed to the device. Move-only. Keeps its command buffers, and through them every buffer and pipeline
// they use, until the work is done: the destructor waits for that. Const functions from any thread.
class Submission {
public:
    Submission() = default; // done from the start
    Submission(std::shared_ptr<DeviceInternals> device, QueuePoint point,
        std::vector<std::shared_ptr<const CommandBuffer>> commandBuffers);
    ~Submission();
    Submission(Submission&& other) noexcept;
    Submission& operator=(Submission&& other) noexcept;
    Submission(const Submission&) = delete;
    Submission& operator=(const Submission&) = delete;

    // Says nothing of what the CPU sees: wait() before reading what the work wrote. DeviceLost when the
    // device was lost.
    [[nodiscard]] bool isDone() const;

    // Blocks until the work is done, the time is over or a stop is requested (seen within 20 ms). Done means
    // that the CPU sees what the work wrote to mapped memory, which nothing else makes sure of. DeviceLost
    // when the device was lost.
    WaitResult wait(std::chrono::nanoseconds timeout = std::chrono::nanoseconds::max(),
        const std::stop_token& stopToken = {}) const;

    [[nodiscard]] QueuePoint point() const { return m_point; }

private:
    void invalidateWritten() const;
    void finish() noexcept;

    std::shared_ptr<DeviceInternals> m_device;
    QueuePoint m_point;
    std::vector<std::shared_ptr<const CommandBuffer>> m_commandBuffers;
};

} // namespace weightless::vulkan
