// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/memorypolicy.h"

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace weightless::testing {

// What a card has and a software device has not, in the values of Vulkan's own structures. The numbers are
// of the kind of device whose memory tests/engine/vulkan/memorylayouts.h lists.
class Disguise {
public:
    // WEIGHTLESS_CARD names the layout, as memorylayouts.h does; nvidiaWithWindow without it.
    [[nodiscard]] static Disguise fromEnvironment();

    // Queue families, all of which are the driver's first one: one that draws and computes, as every card
    // has, one that copies, one that computes.
    static constexpr uint32_t familyCount = 3;
    [[nodiscard]] static std::array<VkQueueFamilyProperties, familyCount> families(
        const VkQueueFamilyProperties& real);

    void apply(VkPhysicalDeviceProperties& properties) const;
    void apply(VkPhysicalDeviceMemoryProperties& memory) const;
    [[nodiscard]] VkMemoryPropertyFlags flagsOf(uint32_t type) const;
    [[nodiscard]] uint32_t heapOf(uint32_t type) const;
    [[nodiscard]] uint64_t heapBytes(uint32_t heap) const;
    // All types of buffers; those of pages that are imported.
    [[nodiscard]] uint32_t bufferTypes() const;
    [[nodiscard]] uint32_t importTypes() const;
    // Whether commands that may read imported pages lose the device, as Intel's do where pages are read-only.
    [[nodiscard]] bool losesImports() const { return m_layout.deviceType == vulkan::DeviceType::Integrated; }

private:
    Disguise(vulkan::MemoryLayout layout, uint32_t vendorId)
        : m_layout(std::move(layout))
        , m_vendorId(vendorId)
    {
    }

    vulkan::MemoryLayout m_layout;
    uint32_t m_vendorId = 0;
};

} // namespace weightless::testing
