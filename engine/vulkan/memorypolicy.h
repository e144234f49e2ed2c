// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/devicetraits.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weightless::vulkan {

// A device's memory as its driver lists it (VkPhysicalDeviceMemoryProperties), in plain values.
struct MemoryHeap {
    uint64_t sizeBytes = 0;
    bool isDeviceLocal = false;
};
struct MemoryType {
    uint32_t heap = 0;
    bool isDeviceLocal = false;
    bool isHostVisible = false;
    bool isHostCoherent = false;
    bool isHostCached = false;
    bool isSpecial = false; // lazily allocated, protected, …: never used
};
struct MemoryLayout {
    DeviceType deviceType = DeviceType::Other;
    std::vector<MemoryHeap> heaps;
    std::vector<MemoryType> types;
};

// What a buffer is for.
enum class BufferIntent {
    Weights, // written once, read by every dispatch
    Activations, // written and read by the device
    Upload, // mapped; the CPU writes, the device reads
    Readback, // mapped; the device writes, the CPU reads
    Parameters, // small and mapped; the CPU writes, kernels read
    Counts, // small and mapped; the CPU clears, kernels add, the CPU reads
};
inline constexpr size_t bufferIntentCount = 6;

// Where everything lies on a device, and who converts: the one place that decides it.
struct MemoryPolicy {
    bool isUnified = false; // the device's memory is CPU memory
    // Weights go to memory that the CPU writes in place: unified memory only. A card's gets copies, whatever
    // of it is mapped.
    bool hasMappedWeights = false;
    Converter converter = Converter::Device;
    bool hasCachedReadback = false; // some memory for read-backs is cached by the CPU
    std::vector<uint32_t> weightHeaps; // whose bytes are what the device can hold
    std::array<std::vector<uint32_t>, bufferIntentCount> types; // indices, best first; indexed by intent

    [[nodiscard]] const std::vector<uint32_t>& typesFor(BufferIntent intent) const
    {
        return types[static_cast<size_t>(intent)];
    }
};

// Whether file pages, which are mapped for reading alone, are bound in place where nobody asks for another
// way. Drivers pin pages as if they were to be written: Mesa's for AMD refuses those of files, Intel's take
// them and lose the device with the first command that reads them (LunarG/gfxreconstruct issue 1133). A card
// would read them across its bus, each time. `vendorId` is PCI's.
[[nodiscard]] bool bindsFilePages(DeviceType type, uint32_t vendorId);

// Whether what the device takes is the system's, so that it has no more than the system has free, whatever
// its driver grants: drivers know nothing of what other programs take. Not where its heaps are more than all
// memory of the system (`systemBytes`, 0 where it does not say): firmware has set some aside.
[[nodiscard]] bool takesSystemMemory(const MemoryLayout& layout, uint64_t systemBytes);

// Host-visible types that are not coherent serve read-backs alone, where the CPU caches them: graphics that
// share no cache with the CPU have no other cached memory, and what is not cached is read a hundred times
// slower. Nothing is ever flushed by hand; Submission::wait() invalidates.
[[nodiscard]] MemoryPolicy memoryPolicyFor(const MemoryLayout& layout);

} // namespace weightless::vulkan
