// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/volkloader.h"

#include <utility>

namespace weightless::vulkan {

// A VkDevice and its function pointers; the first member made and the last to die of DeviceInternals.
struct DeviceCalls {
    DeviceCalls() = default;
    ~DeviceCalls()
    {
        if (handle != VK_NULL_HANDLE) {
            table.vkDestroyDevice(handle, nullptr);
        }
    }
    DeviceCalls(const DeviceCalls&) = delete;
    DeviceCalls& operator=(const DeviceCalls&) = delete;

    VkDevice handle = VK_NULL_HANDLE;
    VolkDeviceTable table {};
};

// Owns one object of a device. Whoever holds it also holds the DeviceInternals, declared before it.
template <typename Handle, auto Destroy>
class DeviceHandle {
public:
    DeviceHandle() = default;
    DeviceHandle(const DeviceCalls& calls, Handle handle)
        : m_calls(&calls)
        , m_handle(handle)
    {
    }
    ~DeviceHandle() { reset(); }
    DeviceHandle(DeviceHandle&& other) noexcept
        : m_calls(other.m_calls)
        , m_handle(std::exchange(other.m_handle, Handle {}))
    {
    }
    DeviceHandle& operator=(DeviceHandle&& other) noexcept
    {
        if (this != &other) {
            reset();
            m_calls = other.m_calls;
            m_handle = std::exchange(other.m_handle, Handle {});
        }
        return *this;
    }
    DeviceHandle(const DeviceHandle&) = delete;
    DeviceHandle& operator=(const DeviceHandle&) = delete;

    [[nodiscard]] Handle get() const { return m_handle; }
    [[nodiscard]] explicit operator bool() const { return m_handle != Handle {}; }

private:
    void reset() noexcept
    {
        if (m_calls != nullptr && m_handle != Handle {}) {
            (m_calls->table.*Destroy)(m_calls->handle, m_handle, nullptr);
            m_handle = Handle {};
        }
    }

    const DeviceCalls* m_calls = nullptr;
    Handle m_handle {};
};

using BufferHandle = DeviceHandle<VkBuffer, &VolkDeviceTable::vkDestroyBuffer>;
using BufferViewHandle = DeviceHandle<VkBufferView, &VolkDeviceTable::vkDestroyBufferView>;
using MemoryHandle = DeviceHandle<VkDeviceMemory, &VolkDeviceTable::vkFreeMemory>;
using SemaphoreHandle = DeviceHandle<VkSemaphore, &VolkDeviceTable::vkDestroySemaphore>;
using SetLayoutHandle = DeviceHandle<VkDescriptorSetLayout, &VolkDeviceTable::vkDestroyDescriptorSetLayout>;
using PipelineLayoutHandle = DeviceHandle<VkPipelineLayout, &VolkDeviceTable::vkDestroyPipelineLayout>;
using PipelineHandle = DeviceHandle<VkPipeline, &VolkDeviceTable::vkDestroyPipeline>;
using PipelineCacheHandle = DeviceHandle<VkPipelineCache, &VolkDeviceTable::vkDestroyPipelineCache>;
using ShaderModuleHandle = DeviceHandle<VkShaderModule, &VolkDeviceTable::vkDestroyShaderModule>;
using CommandPoolHandle = DeviceHandle<VkCommandPool, &VolkDeviceTable::vkDestroyCommandPool>;
using DescriptorPoolHandle = DeviceHandle<VkDescriptorPool, &VolkDeviceTable::vkDestroyDescriptorPool>;
using QueryPoolHandle = DeviceHandle<VkQueryPool, &VolkDeviceTable::vkDestroyQueryPool>;

} // namespace weightless::vulkan
