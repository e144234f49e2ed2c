// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/deviceinternals.h"

#include "engine/base/threadplacement.h"
#include "engine/vulkan/internal/result.h"
#include "engine/vulkan/internal/spirv.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace weightless::vulkan {

DeviceInternals::DeviceInternals(std::shared_ptr<InstanceInternals> instanceInternals,
    const PhysicalDevice& physicalDevice, std::shared_ptr<MemoryMeter> memoryMeter,
    DeviceOptions deviceOptions)
    : instance(std::move(instanceInternals))
    , physical(physicalDevice)
    , meter(std::move(memoryMeter))
    , options(std::move(deviceOptions))
{
    createDevice();
    createTimeline(compute);
    if (transfer) {
        createTimeline(*transfer);
    }
}

DeviceInternals::~DeviceInternals()
{
    // Submissions wait for themselves; this is for work whose submission failed half way.
    if (calls.handle != VK_NULL_HANDLE) {
        calls.table.vkDeviceWaitIdle(calls.handle);
    }
}

void DeviceInternals::check(VkResult result, std::string_view action) const
{
    if (result >= 0) {
        return;
    }
    if (result == VK_ERROR_DEVICE_LOST) {
        isLost.store(true, std::memory_order_relaxed);
        throwIfLost();
    }
    throw resultError(result, action);
}

void DeviceInternals::throwIfLost() const
{
    if (isLost.load(std::memory_order_relaxed)) {
        const char* what = physical.info.traits.matrixUnits
            ? "; where it is lost each time, measure it (bench-device, or Help > Devices), which finds "
              "kernels "
              "that lose it, or set the environment variable WEIGHTLESS_MATRIX_UNITS to off"
            : "";
        throw Error(ErrorKind::DeviceLost,
            "The Vulkan device " + physical.info.traits.name
                + " was lost: its driver reset it (a dispatch ran too long, or a driver fault); open the "
                  "device again"
                + what);
    }
}

bool DeviceInternals::waitFor(const Queue& queue, uint64_t value, std::chrono::nanoseconds timeout) const
{
    throwIfLost();
    const VkSemaphore semaphore = queue.timeline.get();
    VkSemaphoreWaitInfo info {};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
    info.semaphoreCount = 1;
    info.pSemaphores = &semaphore;
    info.pValues = &value;
    const uint64_t timeoutNs = timeout == std::chrono::nanoseconds::max()
        ? UINT64_MAX
        : static_cast<uint64_t>(std::max<int64_t>(timeout.count(), 0));
    const VkResult result = calls.table.vkWaitSemaphores(calls.handle, &info, timeoutNs);
    check(result, "wait for the device");
    return result == VK_SUCCESS;
}

WaitResult DeviceInternals::waitFor(
    QueuePoint point, std::chrono::nanoseconds timeout, const std::stop_token& stop)
{
    const Queue& waited = queue(point.queue);
    if (!stop.stop_possible()) {
        return waitFor(waited, point.value, timeout) ? WaitResult::Done : WaitResult::TimedOut;
    }
    constexpr std::chrono::nanoseconds slice = std::chrono::milliseconds(20);
    std::chrono::nanoseconds left = timeout;
    while (true) {
        const std::chrono::nanoseconds now = std::min(left, slice);
        if (waitFor(waited, point.value, now)) {
            return WaitResult::Done;
        }
        if (stop.stop_requested()) {
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

void DeviceInternals::createDevice()
{
    FeatureChain supported;
    for (FeatureChain* chain : {&supported, &enabledFeatures}) {
        if (physical.info.traits.rowSubgroups || physical.info.traits.matrixUnits) {
            chain->addSubgroupSizes();
        }
        if (physical.info.traits.matrixUnits) {
            chain->addMatrixUnits();
        }
        if (physical.info.traits.bfloat16Units) {
            chain->addBFloat16();
        }
        if (physical.info.traits.groupMatrices) {
            chain->addGroupMatrices();
        }
    }
    instance->functions.vkGetPhysicalDeviceFeatures2(physical.handle, &supported.core);
    selectFeatures(supported, enabledFeatures);
    std::vector<const char*> extensions = physical.extensions;
    if (tellsStatistics()) {
        enabledFeatures.addKernelStatistics();
        extensions.push_back(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
    }

    const float priority = 1.0f;
    std::vector<VkDeviceQueueCreateInfo> queueInfos(physical.transferFamily ? 2 : 1);
    for (VkDeviceQueueCreateInfo& info : queueInfos) {
        info = {};
        info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
        info.queueCount = 1;
        info.pQueuePriorities = &priority;
    }
    queueInfos[0].queueFamilyIndex = physical.computeFamily;
    if (physical.transferFamily) {
        queueInfos[1].queueFamilyIndex = *physical.transferFamily;
    }
    VkDeviceCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = &enabledFeatures.core;
    info.queueCreateInfoCount = static_cast<uint32_t>(queueInfos.size());
    info.pQueueCreateInfos = queueInfos.data();
    info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    VkDevice device = VK_NULL_HANDLE;
    VkResult result = VK_SUCCESS;
    const auto create = [&] {
        result = instance->functions.vkCreateDevice(physical.handle, &info, nullptr, &device);
    };
    // Mesa's software device starts a thread for its queue, and with a process's first device those that
    // compute.
    if (physical.startsThreads && !options.onlyCompiles) {
        placeThreadsOf(create);
    } else {
        create();
    }
    if (result == VK_SUCCESS) { // first of all: a device without its table cannot be destroyed
        calls.table = loadDeviceFunctions(instance->handle, device);
        calls.handle = device;
    }
    check(result, "open the device " + physical.info.traits.name);

    compute.family = physical.computeFamily;
    calls.table.vkGetDeviceQueue(calls.handle, compute.family, 0, &compute.handle);
    if (physical.transferFamily) {
        transfer = std::make_unique<Queue>();
        transfer->family = *physical.transferFamily;
        calls.table.vkGetDeviceQueue(calls.handle, transfer->family, 0, &transfer->handle);
    }
}

void DeviceInternals::createTimeline(Queue& target) const
{
    VkSemaphoreTypeCreateInfo type {};
    type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    VkSemaphoreCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
    info.pNext = &type;
    VkSemaphore semaphore = VK_NULL_HANDLE;
    check(calls.table.vkCreateSemaphore(calls.handle, &info, nullptr, &semaphore), "create a timeline");
    target.timeline = SemaphoreHandle(calls, semaphore);
}

const KernelLayout& DeviceInternals::kernelLayout(uint32_t bindingCount, uint32_t texelSlots)
{
    const std::scoped_lock lock(m_layoutMutex);
    const std::pair key(bindingCount, texelSlots);
    auto found = m_layouts.find(key);
    if (found == m_layouts.end()) {
        found = m_layouts.emplace(key, createLayout(bindingCount, texelSlots)).first;
    }
    return found->second;
}

KernelLayout DeviceInternals::createLayout(uint32_t bindingCount, uint32_t texelSlots) const
{
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (uint32_t i = 0; i < bindingCount; ++i) {
        bindings.push_back({i,
            hasTexels(texelSlots, i) ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                                     : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    }
    VkDescriptorSetLayoutCreateInfo setInfo {};
    setInfo.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    setInfo.bindingCount = bindingCount;
    setInfo.pBindings = bindings.data();
    VkDescriptorSetLayout set = VK_NULL_HANDLE;
    check(calls.table.vkCreateDescriptorSetLayout(calls.handle, &setInfo, nullptr, &set),
        "create a descriptor layout");
    KernelLayout layout {bindingCount, texelSlots, SetLayoutHandle(calls, set), {}};

    const VkPushConstantRange pushRange {
        VK_SHADER_STAGE_COMPUTE_BIT, 0, kernelHeaderBytes + maxKernelParameterBytes};
    VkPipelineLayoutCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    info.setLayoutCount = 1;
    info.pSetLayouts = &set;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &pushRange;
    VkPipelineLayout pipeline = VK_NULL_HANDLE;
    check(calls.table.vkCreatePipelineLayout(calls.handle, &info, nullptr, &pipeline),
        "create a pipeline layout");
    layout.pipeline = PipelineLayoutHandle(calls, pipeline);
    return layout;
}

} // namespace weightless::vulkan
