// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/card/cachedmapping.h"
#include "tests/card/disguise.h"

#include <vulkan/vk_layer.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>

namespace weightless::testing {

// What is below the layer in an instance. Found when the instance is made: later the loader answers with what
// is above.
struct InstanceLink {
    PFN_vkGetInstanceProcAddr next = nullptr;
    VkInstance handle = VK_NULL_HANDLE;
    PFN_vkDestroyInstance destroy = nullptr;
    PFN_vkCreateDevice createDevice = nullptr;
    PFN_vkGetPhysicalDeviceProperties properties = nullptr;
    PFN_vkGetPhysicalDeviceProperties2 properties2 = nullptr;
    PFN_vkGetPhysicalDeviceQueueFamilyProperties queueFamilies = nullptr;
    Disguise disguise = Disguise::fromEnvironment();
    // What devices have taken of each heap; drivers count all processes', which one test cannot know.
    std::mutex mutex;
    std::map<uint32_t, uint64_t> heapUsage;
};

// What is below the layer in a device, and what the layer has promised there.
struct DeviceLink {
    struct Allocation {
        uint32_t type = 0;
        uint64_t bytes = 0;
        bool isImport = false;
        std::shared_ptr<CachedMapping> cached {}; // while memory is mapped that is not coherent
    };

    PFN_vkGetDeviceProcAddr next = nullptr;
    VkDevice handle = VK_NULL_HANDLE;
    std::shared_ptr<InstanceLink> instance;
    std::mutex queueMutex; // all queues are one
    std::mutex memoryMutex;
    std::map<VkDeviceMemory, Allocation> memory;

    template <typename Function>
    [[nodiscard]] Function function(const char* name) const
    {
        return reinterpret_cast<Function>(next(handle, name));
    }
};

// Instances and devices by what the loader puts first into each of their handles. A layer is a library that
// is called with handles alone: they have no home but a global one.
template <typename Link>
class Links {
public:
    void add(const void* handle, std::shared_ptr<Link> link)
    {
        const std::lock_guard lock(m_mutex);
        m_links[keyOf(handle)] = std::move(link);
    }
    [[nodiscard]] std::shared_ptr<Link> of(const void* handle)
    {
        const std::lock_guard lock(m_mutex);
        return m_links.at(keyOf(handle));
    }
    std::shared_ptr<Link> take(const void* handle)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_links.find(keyOf(handle));
        std::shared_ptr<Link> link = std::move(found->second);
        m_links.erase(found);
        return link;
    }

private:
    static const void* keyOf(const void* handle) { return *static_cast<const void* const*>(handle); }

    std::mutex m_mutex;
    std::map<const void*, std::shared_ptr<Link>> m_links;
};

Links<InstanceLink>& instances();
Links<DeviceLink>& devices();

// The layer's own function of that name, or nothing.
PFN_vkVoidFunction deviceFunction(const char* name);

// vkCreateDevice.
VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
    const VkAllocationCallbacks* allocator, VkDevice* device);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getDeviceProcAddr(VkDevice device, const char* name);

// The structure of that type in a chain, or null.
template <typename Structure>
[[nodiscard]] Structure* inChain(const void* chain, VkStructureType type)
{
    for (const auto* each = static_cast<const VkBaseInStructure*>(chain); each != nullptr;
         each = each->pNext) {
        if (each->sType == type) {
            return reinterpret_cast<Structure*>(const_cast<VkBaseInStructure*>(each));
        }
    }
    return nullptr;
}

// The loader's structure that names the next layer, or null.
template <typename Structure>
[[nodiscard]] Structure* linkInChain(const void* chain, VkStructureType type)
{
    auto* found = inChain<Structure>(chain, type);
    while (found != nullptr && found->function != VK_LAYER_LINK_INFO) {
        found = inChain<Structure>(found->pNext, type);
    }
    return found;
}

// Functions of the layer by the names that programs ask with.
using NamedFunction = std::pair<std::string_view, PFN_vkVoidFunction>;

// Null when none has the name.
[[nodiscard]] inline PFN_vkVoidFunction find(std::span<const NamedFunction> functions, std::string_view name)
{
    const auto found = std::ranges::find(functions, name, &NamedFunction::first);
    return found != functions.end() ? found->second : nullptr;
}

template <typename Function>
[[nodiscard]] PFN_vkVoidFunction erased(Function* function)
{
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

} // namespace weightless::testing
