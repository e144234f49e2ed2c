// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/instance.h"

#include "engine/base/error.h"
#include "engine/vulkan/internal/devicefactsreader.h"
#include "engine/vulkan/internal/instanceinternals.h"
#include "engine/vulkan/internal/result.h"
#include "engine/vulkan/internal/subgroupsreader.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace weightless::vulkan {

namespace {

constexpr const char* validationLayer = "VK_LAYER_KHRONOS_validation";
constexpr const char* howToGetVulkan =
    "install a graphics driver with Vulkan 1.2 or a software driver (Debian: mesa-vulkan-drivers)";

bool isSetInEnvironment(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
}

// The way out where a driver's matrix units end the program or lose the device.
bool ignoresMatrixUnits(const LogSink& log)
{
    constexpr const char* name = "WEIGHTLESS_MATRIX_UNITS";
    const char* value = std::getenv(name);
    const std::string_view text = value != nullptr ? value : "";
    if (!text.empty() && text != "off" && text != "on") {
        logTo(log, LogLevel::Warning,
            std::string("The environment variable ") + name + " is '" + std::string(text)
                + "' and has no effect; it may be 'off' or 'on'");
    }
    return text == "off";
}

std::optional<VkLayerProperties> findLayer(std::string_view name)
{
    uint32_t count = 0;
    if (vkEnumerateInstanceLayerProperties(&count, nullptr) != VK_SUCCESS) {
        return std::nullopt;
    }
    std::vector<VkLayerProperties> layers(count);
    const VkResult result = vkEnumerateInstanceLayerProperties(&count, layers.data());
    if (result != VK_SUCCESS && result != VK_INCOMPLETE) {
        return std::nullopt;
    }
    layers.resize(count);
    const auto found = std::find_if(layers.begin(), layers.end(),
        [name](const VkLayerProperties& layer) { return layer.layerName == name; });
    return found != layers.end() ? std::optional(*found) : std::nullopt;
}

// Older ones look their devices up without a lock while another thread makes or destroys one, and crash
// (KhronosGroup/Vulkan-ValidationLayers, issue 4391).
bool locksItsDevices(const VkLayerProperties& validation)
{
    return validation.specVersion >= VK_MAKE_API_VERSION(0, 1, 4, 0);
}

VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
    VkDebugUtilsMessageTypeFlagsEXT, const VkDebugUtilsMessengerCallbackDataEXT* data, void* userData)
{
    auto* internals = static_cast<InstanceInternals*>(userData);
    // Allocations beyond the heap are made on software devices only, whose heap is nominal (heapHolds in
    // allocation.cpp): the driver grants them, the layer does not know.
    const std::string_view id = data->pMessageIdName != nullptr ? data->pMessageIdName : "";
    if (id == "VUID-vkAllocateMemory-pAllocateInfo-01713"
        || id == "UNASSIGNED-vkAllocateMemory-maxMemoryAllocationSize") {
        return VK_FALSE;
    }
    const bool isError = (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) != 0;
    if (isError) {
        internals->validationMessages.fetch_add(1, std::memory_order_relaxed);
    }
    try {
        const std::string text = data->pMessage != nullptr ? data->pMessage : "(no text)";
        logTo(internals->log, isError ? LogLevel::Error : LogLevel::Warning, "Vulkan validation: " + text);
    } catch (...) { // the driver calls, and no exception may pass it; the message is counted
    }
    return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messengerInfo(InstanceInternals& internals)
{
    VkDebugUtilsMessengerCreateInfoEXT info {};
    info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    info.pfnUserCallback = onMessage;
    info.pUserData = &internals;
    return info;
}

void createHandle(InstanceInternals& internals, bool hasSynchronizationValidation)
{
    VkApplicationInfo application {};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.pApplicationName = "Weightless";
    application.pEngineName = "Weightless";
    application.apiVersion = usedApiVersion();

    const VkValidationFeatureEnableEXT feature = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    VkDebugUtilsMessengerCreateInfoEXT messenger = messengerInfo(internals);
    VkValidationFeaturesEXT features {};
    features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
    features.pNext = &messenger;
    features.enabledValidationFeatureCount = hasSynchronizationValidation ? 1 : 0;
    features.pEnabledValidationFeatures = &feature;

    const char* extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
    VkInstanceCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    if (internals.hasValidation) {
        info.pNext = &features;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &validationLayer;
        info.enabledExtensionCount = 2;
        info.ppEnabledExtensionNames = extensions;
    }
    const VkResult result = vkCreateInstance(&info, nullptr, &internals.handle);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
        throw Error(ErrorKind::Unsupported,
            std::string("No Vulkan driver takes an instance of version 1.2: ") + howToGetVulkan);
    }
    if (result != VK_SUCCESS) {
        throw resultError(result, "create an instance");
    }
    internals.functions = loadInstanceFunctions(internals.handle);
    if (internals.hasValidation && internals.functions.vkCreateDebugUtilsMessengerEXT != nullptr) {
        messenger = messengerInfo(internals);
        internals.functions.vkCreateDebugUtilsMessengerEXT(
            internals.handle, &messenger, nullptr, &internals.messenger);
    }
}

void enumerateDevices(InstanceInternals& internals)
{
    uint32_t count = 0;
    VkResult result = internals.functions.vkEnumeratePhysicalDevices(internals.handle, &count, nullptr);
    if (result == VK_ERROR_INITIALIZATION_FAILED) {
        return; // what some loaders say when no driver has a device
    }
    std::vector<VkPhysicalDevice> handles(count);
    if (result == VK_SUCCESS && count > 0) {
        result = internals.functions.vkEnumeratePhysicalDevices(internals.handle, &count, handles.data());
    }
    if (result != VK_SUCCESS && result != VK_INCOMPLETE) {
        throw resultError(result, "list the devices");
    }
    for (const VkPhysicalDevice handle : handles) {
        PhysicalDevice& device =
            internals.devices.emplace_back(readPhysicalDevice(internals.functions, handle));
        if (device.info.isUsable) {
            readSubgroups(internals.functions, device);
        }
    }
    const auto rank = [](const PhysicalDevice& device) {
        return std::tuple(!device.info.isUsable, preferenceRank(device.info));
    };
    std::stable_sort(internals.devices.begin(), internals.devices.end(),
        [&](const PhysicalDevice& a, const PhysicalDevice& b) { return rank(a) < rank(b); });
    for (PhysicalDevice& device : internals.devices) {
        device.info.index = static_cast<int>(internals.infos.size());
        internals.infos.push_back(device.info);
    }
}

size_t checkedIndex(const InstanceInternals& internals, int index)
{
    if (index < 0 || static_cast<size_t>(index) >= internals.devices.size()) {
        throw Error(ErrorKind::InvalidArgument,
            "There is no device " + std::to_string(index) + ", but "
                + std::to_string(internals.devices.size()) + "; they count from 0");
    }
    return static_cast<size_t>(index);
}

} // namespace

const PhysicalDevice& InstanceInternals::deviceWithMatrices(size_t index)
{
    const std::scoped_lock lock(m_matricesMutex);
    PhysicalDevice& device = devices.at(index);
    if (device.info.isUsable && !device.wasAskedForMatrices && !ignoresMatrixUnits) {
        readMatrices(functions, handle, device);
        device.wasAskedForMatrices = true;
    }
    return device;
}

InstanceInternals::~InstanceInternals()
{
    if (messenger != VK_NULL_HANDLE) {
        functions.vkDestroyDebugUtilsMessengerEXT(handle, messenger, nullptr);
    }
    if (handle != VK_NULL_HANDLE) {
        functions.vkDestroyInstance(handle, nullptr);
    }
}

std::shared_ptr<Instance> Instance::create(InstanceOptions options)
{
    if (!isLoaderAvailable()) {
        throw Error(
            ErrorKind::Unsupported, std::string("No Vulkan loader on this machine: ") + howToGetVulkan);
    }
    uint32_t loaderVersion = 0;
    if (vkEnumerateInstanceVersion(&loaderVersion) != VK_SUCCESS || loaderVersion < VK_API_VERSION_1_2) {
        throw Error(ErrorKind::Unsupported,
            std::string("The Vulkan loader of this machine is older than version 1.2: ") + howToGetVulkan);
    }
    auto internals = std::make_shared<InstanceInternals>();
    internals->log = std::move(options.log);
    if (options.validation || isSetInEnvironment("WEIGHTLESS_VALIDATION")) {
        const std::optional<VkLayerProperties> layer = findLayer(validationLayer);
        internals->hasValidation = layer.has_value();
        internals->allowsParallelDevices = !layer || locksItsDevices(*layer);
        if (!layer) {
            logTo(internals->log, LogLevel::Warning,
                "Vulkan validation was asked for, but its layer is not installed (Debian: "
                "vulkan-validationlayers)");
        }
    }
    internals->ignoresMatrixUnits = options.ignoresMatrixUnits || ignoresMatrixUnits(internals->log);
    createHandle(*internals, options.synchronizationValidation);
    enumerateDevices(*internals);
    return std::shared_ptr<Instance>(new Instance(std::move(internals)));
}

Instance::Instance(std::shared_ptr<InstanceInternals> internals)
    : m_internals(std::move(internals))
{
}

Instance::~Instance() = default;

const std::vector<DeviceInfo>& Instance::devices() const
{
    return m_internals->infos;
}

DeviceFacts Instance::facts(int index) const
{
    const PhysicalDevice& device = m_internals->devices[checkedIndex(*m_internals, index)];
    DeviceFacts facts = readDeviceFacts(m_internals->functions, device);
    if (!m_internals->ignoresMatrixUnits) {
        readMatrixShapes(m_internals->functions, m_internals->handle, device, facts);
    }
    return facts;
}

DeviceInfo Instance::info(int index) const
{
    return m_internals->deviceWithMatrices(checkedIndex(*m_internals, index)).info;
}

bool Instance::hasValidation() const
{
    return m_internals->hasValidation;
}

uint64_t Instance::validationMessages() const
{
    return m_internals->validationMessages.load(std::memory_order_relaxed);
}

} // namespace weightless::vulkan
