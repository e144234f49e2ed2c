// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/card/disguise.h"

#include "tests/engine/vulkan/memorylayouts.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

namespace weightless::testing {

namespace {

struct Vendor {
    std::string_view name; // with which the names of its layouts begin
    uint32_t id = 0;
};
constexpr Vendor vendors[] {{"nvidia", 0x10de}, {"amd", 0x1002}, {"intel", 0x8086}};

constexpr std::pair<std::string_view, vulkan::MemoryLayout (*)()> known[] {
    {"nvidiaWithWindow", layouts::nvidiaWithWindow},
    {"nvidiaWithResizableBar", layouts::nvidiaWithResizableBar},
    {"nvidiaWithoutWindow", layouts::nvidiaWithoutWindow},
    {"amdWithWindow", layouts::amdWithWindow},
    {"amdWithResizableBar", layouts::amdWithResizableBar},
    {"amdIntegrated", layouts::amdIntegrated},
    {"amdIntegratedWithCarveOut", layouts::amdIntegratedWithCarveOut},
    {"intelIntegrated", layouts::intelIntegrated},
    {"intelMeteorLake", layouts::intelMeteorLake},
    {"intelArc", layouts::intelArc},
};

VkMemoryPropertyFlags flags(const vulkan::MemoryType& type)
{
    const auto flag = [](bool isSet, VkMemoryPropertyFlags bit) { return isSet ? bit : 0; };
    return flag(type.isDeviceLocal, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)
        | flag(type.isHostVisible, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT)
        | flag(type.isHostCoherent, VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)
        | flag(type.isHostCached, VK_MEMORY_PROPERTY_HOST_CACHED_BIT)
        | flag(type.isSpecial, VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD);
}

} // namespace

Disguise Disguise::fromEnvironment()
{
    const char* name = std::getenv("WEIGHTLESS_CARD");
    const std::string_view wanted = name != nullptr ? name : "nvidiaWithWindow";
    for (const auto& [knownName, layout] : known) {
        if (knownName == wanted) {
            const auto* vendor = std::ranges::find_if(
                vendors, [&](const Vendor& candidate) { return wanted.starts_with(candidate.name); });
            return {layout(), vendor->id};
        }
    }
    std::fprintf(stderr, "WEIGHTLESS_CARD=%s is no layout of memorylayouts.h\n", name);
    std::abort(); // a test must not run on something else than it says
}

std::array<VkQueueFamilyProperties, Disguise::familyCount> Disguise::families(
    const VkQueueFamilyProperties& real)
{
    std::array<VkQueueFamilyProperties, familyCount> families {real, real, real};
    families[1].queueFlags = VK_QUEUE_TRANSFER_BIT;
    families[2].queueFlags = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
    return families;
}

void Disguise::apply(VkPhysicalDeviceProperties& properties) const
{
    properties.deviceType = m_layout.deviceType == vulkan::DeviceType::Integrated
        ? VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU
        : VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    properties.vendorID = m_vendorId;
    constexpr std::string_view mark = " (as a card)";
    const size_t length = strnlen(properties.deviceName, sizeof properties.deviceName);
    if (length + mark.size() < sizeof properties.deviceName) {
        std::memcpy(properties.deviceName + length, mark.data(), mark.size() + 1);
    }
    properties.limits.minStorageBufferOffsetAlignment = 64; // Intel's, the largest there is
    properties.limits.maxMemoryAllocationCount = 4096; // NVIDIA's, and every driver's on Windows
}

void Disguise::apply(VkPhysicalDeviceMemoryProperties& memory) const
{
    memory = {};
    for (const vulkan::MemoryHeap& heap : m_layout.heaps) {
        VkMemoryHeap& added = memory.memoryHeaps[memory.memoryHeapCount++];
        added.size = heap.sizeBytes;
        if (heap.isDeviceLocal) {
            added.flags = VK_MEMORY_HEAP_DEVICE_LOCAL_BIT;
        }
    }
    for (const vulkan::MemoryType& type : m_layout.types) {
        memory.memoryTypes[memory.memoryTypeCount++] = {flags(type), type.heap};
    }
}

VkMemoryPropertyFlags Disguise::flagsOf(uint32_t type) const
{
    return flags(m_layout.types.at(type));
}

uint32_t Disguise::heapOf(uint32_t type) const
{
    return m_layout.types.at(type).heap;
}

uint64_t Disguise::heapBytes(uint32_t heap) const
{
    return m_layout.heaps.at(heap).sizeBytes;
}

uint32_t Disguise::bufferTypes() const
{
    return (1u << m_layout.types.size()) - 1;
}

uint32_t Disguise::importTypes() const
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < m_layout.types.size(); ++i) {
        const vulkan::MemoryType& type = m_layout.types[i];
        const bool isSystems =
            !m_layout.heaps[type.heap].isDeviceLocal || m_layout.deviceType == vulkan::DeviceType::Integrated;
        bits |= type.isHostVisible && isSystems ? 1u << i : 0u;
    }
    return bits;
}

} // namespace weightless::testing
