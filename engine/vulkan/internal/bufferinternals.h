// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/deviceinternals.h"

#include <memory>

namespace weightless::vulkan {

struct BufferInternals {
    std::shared_ptr<DeviceInternals> device;
    std::shared_ptr<const void> owner; // of imported pages: outlives the memory made over them
    MeteredBytes metered;
    bool isImported = false;
    MemoryHandle memory; // freeing it unmaps it
    BufferHandle buffer;
    MemoryPurpose purpose = MemoryPurpose::Weights;
    uint64_t sizeBytes = 0; // asked for
    uint64_t boundBytes = 0; // size of the VkBuffer
    uint64_t allocatedBytes = 0;
    std::byte* mapped = nullptr;
    bool isCoherent = true; // the CPU sees what the device wrote without being told to look again
    bool isReadInPlace = false; // mapped(), and the CPU reads it no slower than a read-back buffer
    uint64_t deviceAddress = 0;
};

} // namespace weightless::vulkan
