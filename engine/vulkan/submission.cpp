// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/submission.h"

#include "engine/base/error.h"
#include "engine/vulkan/commandbuffer.h"
#include "engine/vulkan/internal/commandbufferinternals.h"
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
    const WaitResult result = m_device ? m_device->waitFor(m_point, timeout, stopToken) : WaitResult::Done;
    if (result == WaitResult::Done) {
        invalidateWritten();
    }
    return result;
}

// All of each, which is in whole atoms (VkPhysicalDeviceLimits::nonCoherentAtomSize) whatever was written.
void Submission::invalidateWritten() const
{
    std::vector<VkMappedMemoryRange> ranges;
    for (const auto& commands : m_commandBuffers) {
        for (const VkDeviceMemory memory : commands->internals().writtenNonCoherent) {
            VkMappedMemoryRange range {};
            range.sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE;
            range.memory = memory;
            range.size = VK_WHOLE_SIZE;
            ranges.push_back(range);
        }
    }
    if (!ranges.empty()) {
        m_device->check(m_device->calls.table.vkInvalidateMappedMemoryRanges(
                            m_device->calls.handle, static_cast<uint32_t>(ranges.size()), ranges.data()),
            "see what the device wrote");
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
