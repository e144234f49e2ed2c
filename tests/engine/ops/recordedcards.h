// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/devicefacts.h"
#include "engine/vulkan/devicetraits.h"
#include "engine/vulkan/subgroups.h"
#include "tests/engine/vulkan/memorylayouts.h"

#include <vector>

// Devices of each kind after what is publicly known of what their drivers report, with the memory of
// memorylayouts.h; lavapipe's are these drivers' own listings, and Intel's but
// for their memory, which Mesa 26.2 makes without a card; the others were not dumped from a card.
namespace weightless::testing {

struct RecordedCard {
    vulkan::DeviceTraits traits;
    vulkan::DeviceFacts facts;
};

inline vulkan::MatrixShape halves(
    uint32_t rows, uint32_t columns, uint32_t depth, const char* sums = "float32")
{
    return {.rows = rows,
        .columns = columns,
        .depth = depth,
        .a = "float16",
        .b = "float16",
        .c = sums,
        .result = sums,
        .scope = "subgroup"};
}

// As all drivers that are known have them: with sums of both.
inline std::vector<vulkan::MatrixShape> bothHalves(uint32_t rows, uint32_t columns, uint32_t depth)
{
    return {halves(rows, columns, depth, "float16"), halves(rows, columns, depth)};
}

struct Subgroups {
    uint32_t least = 32;
    uint32_t most = 32;
};

inline RecordedCard without(bool vulkan::DeviceTraits::*feature, RecordedCard card)
{
    card.traits.*feature = false;
    return card;
}

// The same under another driver.
inline RecordedCard withDriver(uint32_t driverId, RecordedCard card)
{
    card.facts.driverId = driverId;
    card.traits.matrixUnits = vulkan::matrixUnitsFor(card.facts, card.traits.subgroupSize);
    return card;
}

inline RecordedCard recordedCard(const char* name, uint32_t vendor, uint32_t processors, Subgroups subgroups,
    uint32_t sharedBytes, const vulkan::MemoryLayout& layout, std::vector<vulkan::MatrixShape> shapes = {})
{
    RecordedCard card;
    const vulkan::MemoryPolicy policy = vulkan::memoryPolicyFor(layout);
    card.traits.name = name;
    card.traits.type = layout.deviceType;
    card.traits.hasUnifiedMemory = policy.isUnified;
    card.traits.hasMappedWeights = policy.hasMappedWeights;
    card.traits.converter = policy.converter;
    card.traits.hasFloat16 = card.traits.hasFloat64 = true; // but for those below
    card.traits.hasInt8 = card.traits.hasInt16 = card.traits.hasInt64 = true;
    card.traits.has8BitStorage = card.traits.has16BitStorage = card.traits.hasBufferDeviceAddress = true;
    card.traits.hasExternalMemoryHost = true;
    card.traits.bindsFilePages = vulkan::bindsFilePages(card.traits.type, vendor);
    card.traits.maxSharedMemoryBytes = sharedBytes;
    card.traits.maxWorkGroupInvocations = 1024;
    card.traits.subgroupSize = subgroups.most;
    card.traits.processors = processors;
    card.facts.vendorId = vendor;
    card.facts.processors = processors;
    card.facts.leastSubgroupSize = subgroups.least;
    card.facts.mostSubgroupSize = subgroups.most;
    card.facts.canChooseSubgroupSize = subgroups.least != subgroups.most;
    card.facts.hasFullSubgroups = true;
    card.facts.matrixShapes = std::move(shapes);
    card.facts.subgroupOperations = {"basic", "vote", "arithmetic"};
    card.traits.mostRegisters = vulkan::mostRegistersOf(card.facts);
    card.traits.rowSubgroups = vulkan::rowSubgroupsFor(card.facts, card.traits.subgroupSize);
    card.traits.matrixUnits = vulkan::matrixUnitsFor(card.facts, card.traits.subgroupSize);
    card.facts.memory = layout;
    return card;
}

inline std::vector<RecordedCard> recordedCards()
{
    using namespace layouts;
    constexpr uint32_t nvidia = 0x10de;
    constexpr uint32_t amd = 0x1002;
    constexpr uint32_t intel = 0x8086;
    constexpr uint32_t mesa = 0x10005;
    constexpr uint32_t amdProprietary = 1; // VkDriverId
    const std::vector<vulkan::MatrixShape> ampere {halves(16, 16, 16, "float16"),
        halves(16, 8, 16, "float16"), halves(16, 8, 8, "float16"), halves(16, 16, 16), halves(16, 8, 16),
        halves(16, 8, 8)};
    return {recordedCard("GeForce RTX 3060, window", nvidia, 28, {}, 49152, nvidiaWithWindow(), ampere),
        recordedCard(
            "GeForce RTX 3060, resizable BAR", nvidia, 28, {}, 49152, nvidiaWithResizableBar(), ampere),
        without(&vulkan::DeviceTraits::hasFloat16, // as all GeForce before Turing
            recordedCard("GeForce GTX 970", nvidia, 13, {}, 49152, nvidiaWithoutWindow())),
        recordedCard("Radeon RX 6800 (RDNA2), window", amd, 60, {32, 64}, 65536, amdWithWindow()),
        recordedCard("Radeon RX 7800 XT (RDNA3), resizable BAR", amd, 60, {32, 64}, 65536,
            amdWithResizableBar(), bothHalves(16, 16, 16)),
        recordedCard("Ryzen 7 5800H's graphics", amd, 8, {64, 64}, 65536, amdIntegrated()),
        without(&vulkan::DeviceTraits::hasFloat64,
            recordedCard("Arc A770", intel, 0, {8, 32}, 49152, intelArc(), {halves(8, 8, 16)})),
        recordedCard("Arc B580", intel, 0, {16, 32}, 49152, intelArc(), bothHalves(8, 16, 16)),
        without(&vulkan::DeviceTraits::hasFloat64,
            recordedCard("Iris Xe", intel, 0, {8, 32}, 49152, intelIntegrated())),
        recordedCard("llvmpipe of Mesa 22.3", mesa, 0, {8, 8}, 32768, lavapipe()),
        recordedCard("llvmpipe of Mesa 26.2", mesa, 0, {8, 8}, 32768, lavapipe(), bothHalves(8, 8, 8)),
        withDriver(amdProprietary,
            recordedCard("Radeon RX 6800 (RDNA2), AMD's driver for Windows", amd, 60, {32, 64}, 65536,
                amdWithWindow(), bothHalves(16, 16, 16)))};
}

} // namespace weightless::testing
