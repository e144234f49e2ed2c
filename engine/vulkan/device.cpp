// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/device.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/memory/processmemory.h"
#include "engine/vulkan/commandbuffer.h"
#include "engine/vulkan/instance.h"
#include "engine/vulkan/internal/allocation.h"
#include "engine/vulkan/internal/commandbufferinternals.h"
#include "engine/vulkan/internal/deviceinternals.h"
#include "engine/vulkan/internal/texelsizes.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace weightless::vulkan {

namespace {

MemoryBudget driverBudget(const DeviceInternals& device)
{
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget {};
    budget.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT;
    VkPhysicalDeviceMemoryProperties2 properties {};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2;
    properties.pNext = &budget;
    device.instance->functions.vkGetPhysicalDeviceMemoryProperties2(device.physical.handle, &properties);

    MemoryBudget result;
    result.isMeasured = true;
    for (const uint32_t heap : device.physical.memoryPolicy.weightHeaps) {
        const uint64_t size = properties.memoryProperties.memoryHeaps[heap].size;
        const uint64_t allowed = std::min(budget.heapBudget[heap], size);
        result.totalBytes += size;
        result.freeBytes += allowed - std::min(allowed, budget.heapUsage[heap]);
    }
    return result;
}

// InvalidArgument unless the buffers are this device's and were recorded for the queue.
std::vector<VkCommandBuffer> handlesOf(std::span<const std::shared_ptr<const CommandBuffer>> commandBuffers,
    const DeviceInternals& device, const Queue& queue)
{
    std::vector<VkCommandBuffer> handles;
    handles.reserve(commandBuffers.size());
    for (const std::shared_ptr<const CommandBuffer>& commandBuffer : commandBuffers) {
        if (!commandBuffer) {
            throw Error(ErrorKind::InvalidArgument, "A null command buffer was submitted");
        }
        const CommandBufferInternals& internals = commandBuffer->internals();
        if (internals.device.get() != &device || internals.queueFamily != queue.family) {
            throw Error(ErrorKind::InvalidArgument,
                "A command buffer was submitted to another device or queue than it was recorded for");
        }
        handles.push_back(internals.memory.handle);
    }
    return handles;
}

struct Waits {
    std::vector<VkSemaphore> semaphores;
    std::vector<uint64_t> values;
    std::vector<VkPipelineStageFlags> stages;
};

// Points on the queue itself need no semaphore: submissions to one queue are ordered.
Waits waitsFor(DeviceInternals& device, const Queue& queue, std::span<const QueuePoint> points)
{
    Waits waits;
    for (const QueuePoint& point : points) {
        const Queue& other = device.queue(point.queue);
        if (point.value == 0 || &other == &queue) {
            continue;
        }
        waits.semaphores.push_back(other.timeline.get());
        waits.values.push_back(point.value);
        waits.stages.push_back(VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    }
    return waits;
}

} // namespace

std::shared_ptr<Device> Device::create(const std::shared_ptr<Instance>& instance, int index,
    std::shared_ptr<MemoryMeter> meter, DeviceOptions options)
{
    if (!instance || !meter) {
        throw Error(ErrorKind::InvalidArgument, "A device needs an instance and a memory meter");
    }
    const DeviceInfo& info = chooseDevice(instance->devices(), index);
    if (info.traits.type == DeviceType::Software) {
        returnLargeBlocksAtOnce();
    }
    const std::shared_ptr<InstanceInternals>& internals = instance->internals();
    return std::shared_ptr<Device>(new Device(std::make_shared<DeviceInternals>(internals,
        internals->deviceWithMatrices(static_cast<size_t>(info.index)), std::move(meter),
        std::move(options))));
}

Device::Device(std::shared_ptr<DeviceInternals> internals)
    : m_internals(std::move(internals))
{
}

std::shared_ptr<Device> Device::createSibling(std::shared_ptr<MemoryMeter> meter, DeviceOptions options) const
{
    return std::shared_ptr<Device>(new Device(std::make_shared<DeviceInternals>(
        m_internals->instance, m_internals->physical, std::move(meter), std::move(options))));
}

bool Device::allowsParallelSiblings() const
{
    return m_internals->instance->allowsParallelDevices;
}

Device::~Device() = default;

const DeviceInfo& Device::info() const
{
    return m_internals->physical.info;
}

const std::shared_ptr<MemoryMeter>& Device::meter() const
{
    return m_internals->meter;
}

MemoryBudget Device::memoryBudget() const
{
    const std::optional<uint64_t> systemBytes = freeSystemMemory(*m_internals);
    const uint64_t mostBytes = systemBytes.value_or(std::numeric_limits<uint64_t>::max());
    if (traits().hasMemoryBudget) {
        MemoryBudget budget = driverBudget(*m_internals);
        budget.freeBytes = std::min(budget.freeBytes, mostBytes);
        return budget;
    }
    const MemorySnapshot held = m_internals->meter->snapshot();
    const uint64_t heldBytes = held.of(MemoryPurpose::Weights)
        - std::min(held.importedBytes, held.of(MemoryPurpose::Weights)) + held.of(MemoryPurpose::Activations);
    if (traits().type == DeviceType::Software && systemBytes) {
        return {*systemBytes + heldBytes, *systemBytes, true};
    }
    MemoryBudget budget;
    budget.totalBytes = info().deviceMemoryBytes;
    budget.freeBytes = std::min(budget.totalBytes - std::min(budget.totalBytes, heldBytes), mostBytes);
    return budget;
}

bool Device::hasTransferQueue() const
{
    return m_internals->transfer != nullptr;
}

bool Device::tellsStatistics() const
{
    return m_internals->tellsStatistics();
}

bool Device::hasTimestamps() const
{
    return m_internals->physical.timestampValidBits != 0;
}

bool Device::isLost() const
{
    return m_internals->isLost.load(std::memory_order_relaxed);
}

void Device::throwIfLost() const
{
    m_internals->throwIfLost();
}

Buffer Device::createWeightsBuffer(uint64_t sizeBytes) const
{
    return createBuffer(m_internals, BufferIntent::Weights, sizeBytes);
}

Buffer Device::createActivationBuffer(uint64_t sizeBytes) const
{
    return createBuffer(m_internals, BufferIntent::Activations, sizeBytes);
}

Buffer Device::createTensorBuffer(uint64_t sizeBytes) const
{
    if (sizeBytes > UINT64_MAX / 2) {
        return createActivationBuffer(sizeBytes); // which refuses it; what is added here could overflow
    }
    const uint64_t bytes = alignUp(std::max<uint64_t>(sizeBytes, 1), 4);
    return createActivationBuffer(traits().compilesAtFirstLaunch ? withTexelRoom(bytes) : bytes);
}

Buffer Device::createUploadBuffer(uint64_t sizeBytes) const
{
    return createBuffer(m_internals, BufferIntent::Upload, sizeBytes);
}

Buffer Device::createReadbackBuffer(uint64_t sizeBytes) const
{
    return createBuffer(m_internals, BufferIntent::Readback, sizeBytes);
}

Buffer Device::createParameterBuffer(uint64_t sizeBytes) const
{
    return createBuffer(m_internals, BufferIntent::Parameters, sizeBytes);
}

Buffer Device::createCountsBuffer(uint64_t sizeBytes) const
{
    return createBuffer(m_internals, BufferIntent::Counts, sizeBytes);
}

std::optional<Buffer> Device::importHostMemory(
    std::span<const std::byte> pages, std::shared_ptr<const void> owner) const
{
    return importBuffer(m_internals, pages, std::move(owner));
}

Submission Device::submit(QueueKind queueKind,
    std::span<const std::shared_ptr<const CommandBuffer>> commandBuffers,
    std::span<const QueuePoint> waitFor) const
{
    m_internals->throwIfLost();
    Queue& queue = m_internals->queue(queueKind);
    const std::vector<VkCommandBuffer> handles = handlesOf(commandBuffers, *m_internals, queue);
    const Waits waits = waitsFor(*m_internals, queue, waitFor);
    std::vector<std::shared_ptr<const CommandBuffer>> kept(commandBuffers.begin(), commandBuffers.end());

    const std::scoped_lock lock(queue.mutex);
    const uint64_t value = queue.submittedValue + 1;
    const VkSemaphore timeline = queue.timeline.get();
    VkTimelineSemaphoreSubmitInfo timelineInfo {};
    timelineInfo.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
    timelineInfo.waitSemaphoreValueCount = static_cast<uint32_t>(waits.values.size());
    timelineInfo.pWaitSemaphoreValues = waits.values.data();
    timelineInfo.signalSemaphoreValueCount = 1;
    timelineInfo.pSignalSemaphoreValues = &value;
    VkSubmitInfo info {};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.pNext = &timelineInfo;
    info.waitSemaphoreCount = static_cast<uint32_t>(waits.semaphores.size());
    info.pWaitSemaphores = waits.semaphores.data();
    info.pWaitDstStageMask = waits.stages.data();
    info.commandBufferCount = static_cast<uint32_t>(handles.size());
    info.pCommandBuffers = handles.data();
    info.signalSemaphoreCount = 1;
    info.pSignalSemaphores = &timeline;
    m_internals->check(
        m_internals->calls.table.vkQueueSubmit(queue.handle, 1, &info, VK_NULL_HANDLE), "submit commands");
    queue.submittedValue = value;
    return Submission(m_internals, {queueKind, value}, std::move(kept));
}

Submission Device::submit(
    const std::shared_ptr<const CommandBuffer>& commandBuffer, std::span<const QueuePoint> waitFor) const
{
    if (!commandBuffer) {
        throw Error(ErrorKind::InvalidArgument, "A null command buffer was submitted");
    }
    return submit(commandBuffer->queue(), std::span(&commandBuffer, 1), waitFor);
}

WaitResult Device::wait(QueuePoint point, const std::stop_token& stop) const
{
    return m_internals->waitFor(point, std::chrono::nanoseconds::max(), stop);
}

void Device::waitIdle() const
{
    for (const QueueKind kind : {QueueKind::Compute, QueueKind::Transfer}) {
        Queue& queue = m_internals->queue(kind);
        uint64_t value = 0;
        {
            const std::scoped_lock lock(queue.mutex);
            value = queue.submittedValue;
        }
        if (value != 0) {
            static_cast<void>(m_internals->waitFor(queue, value, std::chrono::nanoseconds::max()));
        }
    }
}

} // namespace weightless::vulkan
