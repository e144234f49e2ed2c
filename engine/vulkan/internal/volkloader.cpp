// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#define VOLK_IMPLEMENTATION
#include "engine/vulkan/internal/volkloader.h"

#include <mutex>

namespace weightless::vulkan {

namespace {

// volk keeps its state in globals; everything that writes or reads them after start-up holds this.
std::mutex& volkMutex()
{
    static std::mutex mutex;
    return mutex;
}

} // namespace

bool isLoaderAvailable()
{
    static const bool isAvailable = volkInitialize() == VK_SUCCESS && vkEnumerateInstanceVersion != nullptr;
    return isAvailable;
}

uint32_t usedApiVersion()
{
    uint32_t loaderVersion = 0;
    const bool isNewer = isLoaderAvailable() && vkEnumerateInstanceVersion(&loaderVersion) == VK_SUCCESS
        && loaderVersion >= VK_API_VERSION_1_3;
    return isNewer ? VK_API_VERSION_1_3 : VK_API_VERSION_1_2;
}

InstanceFunctions loadInstanceFunctions(VkInstance instance)
{
    InstanceFunctions functions;
#define WEIGHTLESS_LOAD(name)                                                                                \
    functions.name = reinterpret_cast<PFN_##name>(vkGetInstanceProcAddr(instance, #name));
    WEIGHTLESS_INSTANCE_FUNCTIONS(WEIGHTLESS_LOAD)
#undef WEIGHTLESS_LOAD
    return functions;
}

VolkDeviceTable loadDeviceFunctions(VkInstance instance, VkDevice device)
{
    const std::scoped_lock lock(volkMutex());
    volkLoadInstanceOnly(instance);
    VolkDeviceTable table {};
    volkLoadDeviceTable(&table, device);
    return table;
}

} // namespace weightless::vulkan
