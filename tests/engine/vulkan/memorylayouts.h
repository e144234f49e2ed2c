// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "engine/vulkan/memorypolicy.h"

#include <initializer_list>
#include <string_view>

// The memory of devices of each kind as their drivers lay it out: heaps and types after what is publicly
// known of them, sizes rounded; lavapipe's is this driver's own listing, the others were not dumped from a
// card. Types that repeat an earlier one's properties and heap are left out, since they differ for images
// only.
namespace weightless::testing::layouts {

// "dvhc": device-local, host-visible, coherent, cached; "x" for the kinds that are never used.
inline vulkan::MemoryType type(std::string_view properties, uint32_t heap)
{
    const auto has = [&](char property) { return properties.find(property) != std::string_view::npos; };
    return {heap, has('d'), has('v'), has('h'), has('c'), has('x')};
}

inline vulkan::MemoryHeap own(uint64_t bytes)
{
    return {bytes, true};
}
inline vulkan::MemoryHeap system(uint64_t bytes)
{
    return {bytes, false};
}

// GeForce RTX 3060, Linux 535, no resizable BAR: the third heap is the window.
inline vulkan::MemoryLayout nvidiaWithWindow()
{
    return {vulkan::DeviceType::Discrete, {own(12 * GiB), system(24 * GiB), own(246 * MiB)},
        {type("", 1), type("d", 0), type("vh", 1), type("vhc", 1), type("dvh", 2)}};
}
// The same card with a resizable BAR.
inline vulkan::MemoryLayout nvidiaWithResizableBar()
{
    return {vulkan::DeviceType::Discrete, {own(12 * GiB), system(24 * GiB)},
        {type("", 1), type("d", 0), type("vh", 1), type("vhc", 1), type("dvh", 0)}};
}
// GeForce GTX 970, Windows: no memory of the card's is visible.
inline vulkan::MemoryLayout nvidiaWithoutWindow()
{
    return {vulkan::DeviceType::Discrete, {own(4 * GiB), system(16 * GiB)},
        {type("", 1), type("d", 0), type("vh", 1), type("vhc", 1)}};
}
// Radeon RX 6800 (RADV), no resizable BAR.
inline vulkan::MemoryLayout amdWithWindow()
{
    return {vulkan::DeviceType::Discrete, {own(16 * GiB - 256 * MiB), system(16 * GiB), own(256 * MiB)},
        {type("d", 0), type("vh", 1), type("dvh", 2), type("vhc", 1), type("dx", 0), type("vhx", 1),
            type("dvhx", 2), type("vhcx", 1)}};
}
// The same card with a resizable BAR.
inline vulkan::MemoryLayout amdWithResizableBar()
{
    return {vulkan::DeviceType::Discrete, {own(16 * GiB), system(16 * GiB)},
        {type("d", 0), type("vh", 1), type("dvh", 0), type("vhc", 1), type("dx", 0), type("vhx", 1),
            type("dvhx", 0), type("vhcx", 1)}};
}
// No card that is known: as Vulkan lets one list what it sets aside before what it has.
inline vulkan::MemoryLayout smallHeapFirst()
{
    return {vulkan::DeviceType::Discrete, {own(16 * MiB), system(16 * GiB), own(16 * GiB - 16 * MiB)},
        {type("d", 0), type("d", 2), type("vh", 1), type("vhc", 1)}};
}
// Ryzen 7 5800H's graphics (RADV), which calls two thirds of what it may use its own.
inline vulkan::MemoryLayout amdIntegrated()
{
    return {vulkan::DeviceType::Integrated, {system(5 * GiB), own(10 * GiB)},
        {type("d", 1), type("vh", 0), type("dvh", 1), type("vhc", 0), type("dx", 1), type("dvhx", 1)}};
}
// The same on Windows: 512 MiB set aside, half of them visible.
inline vulkan::MemoryLayout amdIntegratedWithCarveOut()
{
    return {vulkan::DeviceType::Integrated, {own(256 * MiB), system(8 * GiB), own(256 * MiB)},
        {type("d", 0), type("vh", 1), type("dvh", 2), type("vhc", 1)}};
}
// Iris Xe (ANV).
inline vulkan::MemoryLayout intelIntegrated()
{
    return {vulkan::DeviceType::Integrated, {own(12 * GiB)}, {type("dvh", 0), type("dvhc", 0)}};
}
// Arc graphics of Meteor Lake and Arrow Lake (ANV with i915), as of every Intel that shares no cache with the
// processor: what is cached is not coherent. The last is protected.
inline vulkan::MemoryLayout intelMeteorLake()
{
    return {vulkan::DeviceType::Integrated, {own(24 * GiB)}, {type("dvh", 0), type("dvc", 0), type("dx", 0)}};
}
// Arc A770 (ANV) with a resizable BAR, without which Intel does not support it.
inline vulkan::MemoryLayout intelArc()
{
    return {vulkan::DeviceType::Discrete, {own(16 * GiB), system(24 * GiB)},
        {type("d", 0), type("vhc", 1), type("dvh", 0)}};
}
// Mesa's software driver.
inline vulkan::MemoryLayout lavapipe()
{
    return {vulkan::DeviceType::Software, {own(2 * GiB)}, {type("dvhc", 0)}};
}

} // namespace weightless::testing::layouts
