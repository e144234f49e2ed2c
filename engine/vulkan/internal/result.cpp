// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/result.h"

namespace weightless::vulkan {

std::string_view resultName(VkResult result)
{
    switch (result) {
    case VK_SUCCESS:
        return "success";
    case VK_TIMEOUT:
        return "time over";
    case VK_NOT_READY:
        return "not ready";
    case VK_ERROR_OUT_OF_HOST_MEMORY:
        return "out of host memory";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return "out of device memory";
    case VK_ERROR_OUT_OF_POOL_MEMORY:
        return "out of pool memory";
    case VK_ERROR_INITIALIZATION_FAILED:
        return "initialization failed";
    case VK_ERROR_DEVICE_LOST:
        return "device lost";
    case VK_ERROR_MEMORY_MAP_FAILED:
        return "mapping memory failed";
    case VK_ERROR_LAYER_NOT_PRESENT:
        return "layer not present";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
        return "extension not present";
    case VK_ERROR_FEATURE_NOT_PRESENT:
        return "feature not present";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
        return "incompatible driver";
    case VK_ERROR_TOO_MANY_OBJECTS:
        return "too many objects";
    case VK_ERROR_FRAGMENTED_POOL:
        return "fragmented pool";
    case VK_ERROR_FRAGMENTATION:
        return "fragmentation";
    case VK_ERROR_INVALID_EXTERNAL_HANDLE:
        return "invalid external handle";
    default:
        return "unexpected result";
    }
}

ErrorKind errorKind(VkResult result)
{
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
    case VK_ERROR_MEMORY_MAP_FAILED:
    case VK_ERROR_TOO_MANY_OBJECTS:
    case VK_ERROR_FRAGMENTED_POOL:
    case VK_ERROR_FRAGMENTATION:
        return ErrorKind::OutOfMemory;
    case VK_ERROR_DEVICE_LOST:
        return ErrorKind::DeviceLost;
    case VK_ERROR_LAYER_NOT_PRESENT:
    case VK_ERROR_EXTENSION_NOT_PRESENT:
    case VK_ERROR_FEATURE_NOT_PRESENT:
    case VK_ERROR_INCOMPATIBLE_DRIVER:
    case VK_ERROR_INVALID_EXTERNAL_HANDLE:
    case VK_ERROR_INITIALIZATION_FAILED:
        return ErrorKind::Unsupported;
    default:
        return ErrorKind::Internal;
    }
}

Error resultError(VkResult result, std::string_view action)
{
    std::string message = "Vulkan could not ";
    message += action;
    message += ": ";
    message += resultName(result);
    message += " (" + std::to_string(static_cast<int>(result)) + ")";
    return Error(errorKind(result), std::move(message));
}

} // namespace weightless::vulkan
