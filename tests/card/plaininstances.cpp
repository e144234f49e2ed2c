// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/card/plaininstances.h"

#include <memory>
#include <utility>

namespace weightless::testing {

Links<InstanceBelow>& plainInstances()
{
    static Links<InstanceBelow> links;
    return links;
}

VKAPI_ATTR VkResult VKAPI_CALL createPlainInstance(
    const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator, VkInstance* instance)
{
    auto below = std::make_shared<InstanceBelow>();
    const VkResult result = createInstanceBelow(info, allocator, instance, *below);
    if (result == VK_SUCCESS) {
        plainInstances().add(*instance, std::move(below));
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroyPlainInstance(VkInstance instance, const VkAllocationCallbacks* allocator)
{
    if (instance != VK_NULL_HANDLE) {
        plainInstances().take(instance)->destroy(instance, allocator);
    }
}

PFN_vkVoidFunction plainInstanceFunction(VkInstance instance, const char* name)
{
    return instance != VK_NULL_HANDLE ? plainInstances().of(instance)->next(instance, name) : nullptr;
}

} // namespace weightless::testing
