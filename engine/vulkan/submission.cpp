// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/submission.h"

#include "engine/base/error.h"
#include "engine/vulkan/commandbuffer.h"
#include "engine/vulkan/internal/deviceinternals.h"

#include <algorithm>
#include <utility>

namespace weightless::vulkan {

Submission::Submission(std::shared_ptr<DeviceInternals> device, QueuePoint point,
    std::vector<std::shared_ptr<const CommandBuffer>> commandBuffers)
    : m_device(std::move(device))
    , m_point(point)
    , m_commandBuffers(std::move(commandBuffers))
{
}

Submission::~Submission()
{
    finish();
}

Submission::Submission(Submission&& other) noexcept
    : m_device(std::move(other.m_device))
    , m_point(std::exchange(other.m_point, {}))
    , m_commandBuffers(std::move(other.m_commandBuffers))
{
}

Submission& Submission::operator=(Submission&& other) noexcept
{
    if (this != &other) {
        finish();
        m_device = std::move(other.m_device);
        m_point = std::exchange(other.m_point, {});
        m_commandBuffers = std::move(other.m_commandBuffers);
    }
    return *this;
}

bool Submission::isDone() const
{
    return !m_device
        || m_device->waitFor(m_device->queue(m_point.queue), m_point.value, std::chrono::nanoseconds(0));
}

WaitResult Submission::wait(std::chrono::nanoseconds timeout, const std::stop_token& stopToken) const
{
    if (!m_device) {
        return WaitResult::Done;
    }
    const Queue& queue = m_device->queue(m_point.queue);
    if (!stopToken.stop_possible()) {
        return m_device->waitFor(queue, m_point.value, timeout) ? WaitResult::Done : WaitResult::TimedOut;
    }
    constexpr std::chrono::nanoseconds slice = std::chrono::milliseconds(20);
    std::chrono::nanoseconds left = timeout;
    while (true) {
        const std::chrono::nanoseconds now = std::min(left, slice);
        if (m_device->waitFor(queue, m_point.value, now)) {
            return WaitResult::Done;
        }
        if (stopToken.stop_requested()) {
            return WaitResult::Stopped;
        }
        if (left != std::chrono::nanoseconds::max()) {
            left -= now;
            if (left.count() <= 0) {
                return WaitResult::TimedOut;
            }
        }
    }
}

void Submission::finish() noexcept
{
    if (!m_device) {
        return;
    }
    try {
        static_cast<void>(m_device->waitFor(
            m_device->queue(m_point.queue), m_point.value, std::chrono::nanoseconds::max()));
    } catch (const Error&) {
        // The device is lost: it runs nothing any more, and what it used may go.
    }
    m_commandBuffers.clear();
    m_device.reset();
}

} // namespace weightless::vulkan
