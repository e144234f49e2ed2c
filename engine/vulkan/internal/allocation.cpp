// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/allocation.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/sizetext.h"
#include "engine/memory/processmemory.h"
#include "engine/vulkan/internal/bufferinternals.h"
#include "engine/vulkan/internal/result.h"

#include <string>
#include <vector>

namespace weightless::vulkan {

namespace {

// Whole words, so that fills and kernels that read packed small types never touch bytes outside.
constexpr uint64_t bufferGranularityBytes = 16;

// What a software device leaves to the rest of the system: it allocates what is not there, and the system
// ends processes when the memory is used.
constexpr uint64_t systemReserveBytes = 256 * MiB;
constexpr uint64_t smallBytes = MiB; // not worth asking the system

MemoryPurpose purposeOf(BufferIntent intent)
{
    switch (intent) {
    case BufferIntent::Weights:
        return MemoryPurpose::Weights;
    case BufferIntent::Activations:
    case BufferIntent::Parameters:
        return MemoryPurpose::Activations;
    case BufferIntent::Upload:
    case BufferIntent::Readback:
    case BufferIntent::Counts:
        return MemoryPurpose::Staging;
    }
    return MemoryPurpose::Activations;
}

// For messages.
std::string_view nameOf(BufferIntent intent)
{
    switch (intent) {
    case BufferIntent::Weights:
        return "weights";
    case BufferIntent::Activations:
        return "activations";
    case BufferIntent::Upload:
        return "an upload buffer";
    case BufferIntent::Readback:
        return "a read-back buffer";
    case BufferIntent::Parameters:
        return "kernel parameters";
    case BufferIntent::Counts:
        return "what kernels count";
    }
    return "a buffer";
}

[[noreturn]] void throwOutOfMemory(const DeviceInternals& device, BufferIntent intent, uint64_t sizeBytes)
{
    const auto available = freeSystemMemory(device);
    throw Error(ErrorKind::OutOfMemory,
        "Out of device memory: " + formatBytes(sizeBytes) + " (" + std::to_string(sizeBytes) + " bytes) for "
            + std::string(nameOf(intent)) + " on " + device.physical.info.traits.name
            + (available ? ", whose memory is the system's, which has "
                        + compareSizes(sizeBytes, *available).second + " free"
                         : "")
            + "; close other programs that use the device, or choose a smaller model or type");
}

// Empty when the device has no buffers of that size, or no memory for one.
BufferHandle createHandle(const DeviceInternals& device, uint64_t bytes, const void* next)
{
    if (bytes > device.physical.maxBufferBytes) {
        return {};
    }
    VkBufferCreateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.pNext = next;
    info.size = bytes;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT
        | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    if (device.physical.info.traits.hasBufferDeviceAddress) {
        info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    }
    // Concurrent sharing costs buffers nothing and saves every hand-over between the queues.
    const uint32_t families[] = {device.compute.family, device.transfer ? device.transfer->family : 0};
    if (device.transfer) {
        info.sharingMode = VK_SHARING_MODE_CONCURRENT;
        info.queueFamilyIndexCount = 2;
        info.pQueueFamilyIndices = families;
    }
    VkBuffer buffer = VK_NULL_HANDLE;
    const VkResult result = device.calls.table.vkCreateBuffer(device.calls.handle, &info, nullptr, &buffer);
    if (result != VK_SUCCESS && errorKind(result) == ErrorKind::OutOfMemory) {
        return {};
    }
    device.check(result, "create a buffer");
    return BufferHandle(device.calls, buffer);
}

VkMemoryRequirements requirementsOf(const DeviceInternals& device, const BufferHandle& buffer)
{
    VkMemoryRequirements requirements {};
    device.calls.table.vkGetBufferMemoryRequirements(device.calls.handle, buffer.get(), &requirements);
    return requirements;
}

VkResult allocate(const DeviceInternals& device, uint64_t bytes, uint32_t memoryType, const void* next,
    MemoryHandle& memory)
{
    VkMemoryAllocateFlagsInfo flags {};
    flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
    flags.pNext = next;
    if (device.physical.info.traits.hasBufferDeviceAddress) {
        flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    }
    VkMemoryAllocateInfo info {};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.pNext = &flags;
    info.allocationSize = bytes;
    info.memoryTypeIndex = memoryType;
    VkDeviceMemory handle = VK_NULL_HANDLE;
    const VkResult result = device.calls.table.vkAllocateMemory(device.calls.handle, &info, nullptr, &handle);
    if (result == VK_SUCCESS) {
        memory = MemoryHandle(device.calls, handle);
    }
    return result;
}

// Binds, reads the address.
void bind(BufferInternals& internals)
{
    const DeviceInternals& device = *internals.device;
    device.check(device.calls.table.vkBindBufferMemory(
                     device.calls.handle, internals.buffer.get(), internals.memory.get(), 0),
        "bind memory to a buffer");
    if (device.physical.info.traits.hasBufferDeviceAddress) {
        VkBufferDeviceAddressInfo info {};
        info.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
        info.buffer = internals.buffer.get();
        internals.deviceAddress = device.calls.table.vkGetBufferDeviceAddress(device.calls.handle, &info);
    }
}

// Software devices report a nominal heap and grant what the system has: there the driver is asked.
bool heapHolds(const DeviceInternals& device, uint32_t memoryType, uint64_t bytes)
{
    const VkPhysicalDeviceMemoryProperties& memory = device.physical.memory;
    return device.physical.info.traits.type == DeviceType::Software
        || bytes <= memory.memoryHeaps[memory.memoryTypes[memoryType].heapIndex].size;
}

bool systemHolds(const DeviceInternals& device, BufferIntent intent, uint64_t bytes)
{
    if (intent != BufferIntent::Weights && bytes < smallBytes) {
        return true;
    }
    const auto available = freeSystemMemory(device);
    return !available || bytes + systemReserveBytes <= *available;
}

// False when every memory type is exhausted.
bool allocateBest(BufferInternals& internals, BufferIntent intent, const VkMemoryRequirements& requirements)
{
    const DeviceInternals& device = *internals.device;
    const MemoryPolicy& policy = device.physical.memoryPolicy;
    for (const uint32_t type : policy.typesFor(intent)) {
        if ((requirements.memoryTypeBits & (1u << type)) == 0
            || !heapHolds(device, type, requirements.size)) {
            continue;
        }
        const VkResult result = allocate(device, requirements.size, type, nullptr, internals.memory);
        if (result == VK_SUCCESS) {
            const VkMemoryPropertyFlags flags = device.physical.memory.memoryTypes[type].propertyFlags;
            if ((flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) != 0) {
                void* address = nullptr;
                device.check(device.calls.table.vkMapMemory(
                                 device.calls.handle, internals.memory.get(), 0, VK_WHOLE_SIZE, 0, &address),
                    "map memory for " + std::string(nameOf(intent)));
                internals.mapped = static_cast<std::byte*>(address);
                internals.isCoherent = (flags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) != 0;
                internals.isReadInPlace = internals.isCoherent
                    && ((flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT) != 0 || !policy.hasCachedReadback);
            }
            return true;
        }
        if (errorKind(result) != ErrorKind::OutOfMemory) {
            device.check(result, "allocate memory for " + std::string(nameOf(intent)));
        }
    }
    return false;
}

void checkSize(const DeviceInternals& device, BufferIntent intent, uint64_t sizeBytes)
{
    const DeviceTraits& traits = device.physical.info.traits;
    const uint64_t mostBytes =
        traits.type == DeviceType::Software ? device.physical.maxBufferBytes : traits.maxAllocationBytes;
    if (sizeBytes > std::min(mostBytes, uint64_t {1} << 62)) {
        const ComparedSizes sizes = compareSizes(sizeBytes, mostBytes);
        throw Error(ErrorKind::Unsupported,
            sizes.first + " for " + std::string(nameOf(intent)) + " are more than the " + sizes.second
                + " that " + traits.name + " allows in one buffer");
    }
}

// The memory type that takes the pages; nullopt when the driver names none.
std::optional<uint32_t> importType(
    const DeviceInternals& device, const void* pages, uint64_t sizeBytes, uint32_t bufferTypeBits)
{
    VkMemoryHostPointerPropertiesEXT properties {};
    properties.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT;
    const VkResult result = device.calls.table.vkGetMemoryHostPointerPropertiesEXT(
        device.calls.handle, VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT, pages, &properties);
    if (result != VK_SUCCESS) {
        return std::nullopt;
    }
    const uint32_t bits = properties.memoryTypeBits & bufferTypeBits;
    for (uint32_t type = 0; type < device.physical.memory.memoryTypeCount; ++type) {
        if ((bits & (1u << type)) != 0 && heapHolds(device, type, sizeBytes)) {
            return type;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<uint64_t> freeSystemMemory(const DeviceInternals& device)
{
    if (!device.physical.takesSystemMemory) {
        return std::nullopt;
    }
    const uint64_t bytes =
        device.options.availableMemory ? device.options.availableMemory() : availableSystemMemoryBytes();
    return bytes == 0 ? std::nullopt : std::optional(bytes);
}

Buffer createBuffer(const std::shared_ptr<DeviceInternals>& device, BufferIntent intent, uint64_t sizeBytes)
{
    device->throwIfLost();
    checkSize(*device, intent, sizeBytes);
    auto internals = std::make_unique<BufferInternals>();
    internals->device = device;
    internals->purpose = purposeOf(intent);
    internals->sizeBytes = sizeBytes;
    internals->boundBytes = std::max(alignUp(sizeBytes, bufferGranularityBytes), bufferGranularityBytes);
    internals->buffer = createHandle(*device, internals->boundBytes, nullptr);
    if (!internals->buffer) {
        throwOutOfMemory(*device, intent, sizeBytes);
    }
    const VkMemoryRequirements requirements = requirementsOf(*device, internals->buffer);
    if ((device->options.failAllocation && device->options.failAllocation(requirements.size))
        || !systemHolds(*device, intent, requirements.size)
        || !allocateBest(*internals, intent, requirements)) {
        throwOutOfMemory(*device, intent, sizeBytes);
    }
    bind(*internals);
    internals->allocatedBytes = requirements.size;
    internals->metered = MeteredBytes(device->meter, internals->purpose, requirements.size);
    return Buffer(std::move(internals));
}

std::optional<Buffer> importBuffer(const std::shared_ptr<DeviceInternals>& device,
    std::span<const std::byte> pages, std::shared_ptr<const void> owner)
{
    device->throwIfLost();
    const DeviceTraits& traits = device->physical.info.traits;
    const auto refuse = [&](const std::string& reason) -> std::optional<Buffer> {
        logTo(device->instance->log, LogLevel::Info,
            traits.name + " does not take " + formatBytes(pages.size())
                + " of CPU memory as its own: " + reason);
        return std::nullopt;
    };
    if (!traits.hasExternalMemoryHost) {
        return refuse("the driver has no VK_EXT_external_memory_host");
    }
    const uint64_t alignment = traits.hostImportAlignmentBytes;
    if (pages.empty() || reinterpret_cast<uintptr_t>(pages.data()) % alignment != 0
        || pages.size() % alignment != 0) {
        throw Error(ErrorKind::InvalidArgument,
            "Pages to import (" + std::to_string(pages.size()) + " bytes) must begin and end at multiples of "
                + std::to_string(alignment) + " bytes");
    }
    VkExternalMemoryBufferCreateInfo external {};
    external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO;
    external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
    auto internals = std::make_unique<BufferInternals>();
    internals->device = device;
    internals->owner = std::move(owner);
    internals->sizeBytes = internals->boundBytes = internals->allocatedBytes = pages.size();
    internals->buffer = createHandle(*device, pages.size(), &external);
    if (!internals->buffer) {
        return refuse("the device has no buffers of that size");
    }
    const VkMemoryRequirements requirements = requirementsOf(*device, internals->buffer);
    if (requirements.size > pages.size()) {
        return refuse("a buffer over them would need " + formatBytes(requirements.size));
    }
    const std::optional<uint32_t> type =
        importType(*device, pages.data(), pages.size(), requirements.memoryTypeBits);
    if (!type) {
        return refuse("the driver names no memory type for these pages");
    }
    VkImportMemoryHostPointerInfoEXT import {};
    import.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT;
    import.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
    import.pHostPointer = const_cast<std::byte*>(pages.data()); // the API has no const; the device only reads
    if (device->options.failAllocation && device->options.failAllocation(pages.size())) {
        return refuse("a test made it fail");
    }
    const VkResult result = allocate(*device, pages.size(), *type, &import, internals->memory);
    if (result != VK_SUCCESS) {
        return refuse(std::string(resultName(result)));
    }
    bind(*internals);
    internals->isImported = true;
    return Buffer(std::move(internals));
}

} // namespace weightless::vulkan
