// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/memorypolicy.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace weightless::vulkan {

namespace {

bool isMemoryUnified(const MemoryLayout& layout)
{
    const bool areAllHeapsLocal = std::ranges::all_of(layout.heaps, &MemoryHeap::isDeviceLocal);
    return layout.deviceType == DeviceType::Integrated || layout.deviceType == DeviceType::Software
        || (layout.deviceType != DeviceType::Discrete && areAllHeapsLocal);
}

// How well a type serves: the lower the better, equal ones in the driver's order (which the Vulkan
// specification makes the faster first); nullopt when it does not.
class Ranking {
public:
    explicit Ranking(const MemoryLayout& layout)
        : m_layout(layout)
        , m_isUnified(isMemoryUnified(layout))
    {
        for (const MemoryHeap& heap : layout.heaps) {
            m_wholeBytes = std::max(m_wholeBytes, heap.isDeviceLocal ? heap.sizeBytes : 0);
        }
    }

    [[nodiscard]] std::optional<int> rank(BufferIntent intent, const MemoryType& type) const
    {
        const bool isReadBack = intent == BufferIntent::Readback && type.isHostCached;
        if (type.isSpecial || (type.isHostVisible && !type.isHostCoherent && !isReadBack)) {
            return std::nullopt;
        }
        switch (intent) {
        case BufferIntent::Weights:
        case BufferIntent::Activations:
            return m_isUnified ? rankUnified(intent, type) : rankLocal(type);
        case BufferIntent::Upload:
            return visible(type, type.isDeviceLocal ? 1 : 0);
        case BufferIntent::Readback:
            return visible(type, rankOfReading(type) + (type.isDeviceLocal ? 1 : 0));
        case BufferIntent::Parameters:
            return visible(type, type.isDeviceLocal ? 0 : 1);
        case BufferIntent::Counts:
            return visible(type, (type.isHostCached ? 0 : 2) + (type.isDeviceLocal ? 1 : 0));
        }
        return std::nullopt;
    }

private:
    static std::optional<int> visible(const MemoryType& type, int rank)
    {
        return type.isHostVisible ? std::optional(rank) : std::nullopt;
    }

    // What is cached comes first, of that what needs no care before it is read.
    static int rankOfReading(const MemoryType& type)
    {
        if (!type.isHostCached) {
            return 4;
        }
        return type.isHostCoherent ? 0 : 2;
    }

    // All of it is the same memory: what the CPU can write (and read, of activations) comes first, and what
    // is called the CPU's serves when the device's share is used up.
    static std::optional<int> rankUnified(BufferIntent intent, const MemoryType& type)
    {
        if (!type.isHostVisible) {
            return type.isDeviceLocal ? std::optional(4) : std::nullopt;
        }
        const bool isRead = intent == BufferIntent::Activations;
        return (type.isDeviceLocal ? 0 : 2) + (isRead && !type.isHostCached ? 1 : 0);
    }

    // A card's own memory, first what the CPU does not see: what is mapped takes longer to allocate, and to
    // write across the bus. A window comes last, since others need it, behind any other heap that is not the
    // largest.
    [[nodiscard]] std::optional<int> rankLocal(const MemoryType& type) const
    {
        if (!type.isDeviceLocal) {
            return std::nullopt;
        }
        const bool isSmall = m_layout.heaps[type.heap].sizeBytes < m_wholeBytes;
        return (isSmall ? 2 : 0) + (type.isHostVisible ? 1 : 0);
    }

    const MemoryLayout& m_layout;
    bool m_isUnified;
    uint64_t m_wholeBytes = 0; // of the largest heap that is the device's own
};

std::vector<uint32_t> typesFor(BufferIntent intent, const MemoryLayout& layout, const Ranking& ranking)
{
    std::vector<std::pair<int, uint32_t>> ranked;
    for (uint32_t i = 0; i < layout.types.size(); ++i) {
        if (const auto rank = ranking.rank(intent, layout.types[i])) {
            ranked.emplace_back(*rank, i);
        }
    }
    std::ranges::sort(ranked);
    std::vector<uint32_t> types;
    std::ranges::transform(ranked, std::back_inserter(types), [](const auto& pair) { return pair.second; });
    return types;
}

} // namespace

bool bindsFilePages(DeviceType type, uint32_t vendorId)
{
    constexpr uint32_t nvidia = 0x10de;
    return type == DeviceType::Software || (type == DeviceType::Integrated && vendorId == nvidia);
}

bool takesSystemMemory(const MemoryLayout& layout, uint64_t systemBytes)
{
    uint64_t all = 0;
    for (const MemoryHeap& heap : layout.heaps) {
        all += heap.sizeBytes;
    }
    const bool isAllOfIt = systemBytes == 0 || all <= systemBytes;
    return layout.deviceType == DeviceType::Software || (isMemoryUnified(layout) && isAllOfIt);
}

MemoryPolicy memoryPolicyFor(const MemoryLayout& layout)
{
    const Ranking ranking(layout);
    MemoryPolicy policy;
    policy.isUnified = isMemoryUnified(layout);
    for (size_t i = 0; i < bufferIntentCount; ++i) {
        policy.types[i] = typesFor(static_cast<BufferIntent>(i), layout, ranking);
    }
    const auto& weights = policy.typesFor(BufferIntent::Weights);
    policy.hasMappedWeights =
        policy.isUnified && !weights.empty() && layout.types[weights.front()].isHostVisible;
    policy.converter = policy.hasMappedWeights ? Converter::Readers : Converter::Device;
    policy.hasCachedReadback = std::ranges::any_of(policy.typesFor(BufferIntent::Readback),
        [&](uint32_t type) { return layout.types[type].isHostCached; });
    for (const uint32_t type : weights) {
        const uint32_t heap = layout.types[type].heap;
        const bool counts = policy.isUnified || policy.weightHeaps.empty(); // a card's largest comes first
        if (counts && std::ranges::find(policy.weightHeaps, heap) == policy.weightHeaps.end()) {
            policy.weightHeaps.push_back(heap);
        }
    }
    return policy;
}

} // namespace weightless::vulkan
