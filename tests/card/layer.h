// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vulkan/vk_layer.h>

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>

// What every Vulkan layer has to do, whatever it changes.
namespace weightless::testing {

// What is below a layer in an instance. Found when the instance is made: later the loader answers with what
// is above.
struct InstanceBelow {
    PFN_vkGetInstanceProcAddr next = nullptr;
    VkInstance handle = VK_NULL_HANDLE;
    PFN_vkDestroyInstance destroy = nullptr;
    PFN_vkCreateDevice createDevice = nullptr;

    template <typename Function>
    [[nodiscard]] Function function(const char* name) const
    {
        return reinterpret_cast<Function>(next(handle, name));
    }
};

// The same in a device.
struct DeviceBelow {
    PFN_vkGetDeviceProcAddr next = nullptr;
    VkDevice handle = VK_NULL_HANDLE;

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
[[nodiscard]] PFN_vkVoidFunction find(std::span<const NamedFunction> functions, std::string_view name);

template <typename Function>
[[nodiscard]] PFN_vkVoidFunction erased(Function* function)
{
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

// vkCreateInstance of the layer below, which fills in `below`.
[[nodiscard]] VkResult createInstanceBelow(const VkInstanceCreateInfo* info,
    const VkAllocationCallbacks* allocator, VkInstance* instance, InstanceBelow& below);

// vkCreateDevice of the layer below, which fills in `below`.
[[nodiscard]] VkResult createDeviceBelow(const InstanceBelow& instance, VkPhysicalDevice physical,
    const VkDeviceCreateInfo* info, const VkAllocationCallbacks* allocator, VkDevice* device,
    DeviceBelow& below);

// What the loader asks a layer first.
[[nodiscard]] VkResult negotiate(VkNegotiateLayerInterface& interface,
    PFN_vkGetInstanceProcAddr instanceFunctions, PFN_vkGetDeviceProcAddr deviceFunctions);

} // namespace weightless::testing
