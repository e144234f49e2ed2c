// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/memorytypes.h"

#include <algorithm>

namespace weightless::vulkan {

namespace {

constexpr VkMemoryPropertyFlags local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags coherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
// Kinds that need features nobody asked for or are slow by design.
constexpr VkMemoryPropertyFlags unwanted = VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT
    | VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD
    | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD | VK_MEMORY_PROPERTY_RDMA_CAPABLE_BIT_NV;

struct Wish {
    VkMemoryPropertyFlags required = 0;
    VkMemoryPropertyFlags preferred = 0;
    VkMemoryPropertyFlags avoided = 0;
};

Wish wishFor(BufferIntent intent)
{
    switch (intent) {
    case BufferIntent::Weights:
        return {local, visible | coherent, 0};
    case BufferIntent::Activations:
        return {local, 0, visible};
    case BufferIntent::Upload:
        return {visible | coherent, 0, local};
    case BufferIntent::Readback:
        return {visible | coherent, cached, local};
    case BufferIntent::Parameters:
        return {visible | coherent, local, 0};
    }
    return {};
}

uint64_t largestLocalHeapBytes(const VkPhysicalDeviceMemoryProperties& memory)
{
    uint64_t largest = 0;
    for (uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
        if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) {
            largest = std::max<uint64_t>(largest, memory.memoryHeaps[i].size);
        }
    }
    return largest;
}

int countBits(VkMemoryPropertyFlags flags)
{
    int count = 0;
    for (; flags != 0; flags &= flags - 1) {
        ++count;
    }
    return count;
}

} // namespace

std::vector<uint32_t> memoryTypesFor(const VkPhysicalDeviceMemoryProperties& memory, uint32_t typeBits,
    BufferIntent intent, bool isMemoryUnified)
{
    const Wish wish = wishFor(intent);
    const uint64_t wholeBytes = largestLocalHeapBytes(memory);
    struct Candidate {
        uint32_t index = 0;
        int score = 0;
    };
    std::vector<Candidate> candidates;
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
        const VkMemoryType& type = memory.memoryTypes[i];
        const VkMemoryPropertyFlags flags = type.propertyFlags;
        const bool isVisible = (flags & visible) != 0;
        if ((typeBits & (1u << i)) == 0 || (flags & wish.required) != wish.required || (flags & unwanted) != 0
            || (isVisible && (flags & coherent) == 0)) {
            continue;
        }
        int score = 2 * countBits(flags & wish.preferred) - countBits(flags & wish.avoided);
        // The small window of a card without a resizable BAR (256 MiB of it) is no place for weights.
        const bool isWindow =
            isVisible && !isMemoryUnified && memory.memoryHeaps[type.heapIndex].size < wholeBytes;
        if (intent == BufferIntent::Weights && isWindow) {
            score = -1;
        }
        candidates.push_back({i, score});
    }
    std::stable_sort(candidates.begin(), candidates.end(),
        [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
    std::vector<uint32_t> types;
    types.reserve(candidates.size());
    for (const Candidate& candidate : candidates) {
        types.push_back(candidate.index);
    }
    return types;
}

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
        return MemoryPurpose::Staging;
    }
    return MemoryPurpose::Activations;
}

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
    }
    return "a buffer";
}

} // namespace weightless::vulkan
