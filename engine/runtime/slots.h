// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/device.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace weightless {

// Device memory of one value that outlives its segment. Whoever holds a slot has it alone; when nobody does,
// the next run takes it again, so that the same bindings come round and nothing is recorded anew. A value
// that a loop carries takes two in turns.
class Slots {
public:
    struct Slot {
        std::shared_ptr<const vulkan::Buffer> buffer;
    };

    // At least `sizeBytes`. OutOfMemory.
    [[nodiscard]] std::shared_ptr<const Slot> take(const vulkan::Device& device, uint64_t sizeBytes);

private:
    std::vector<std::shared_ptr<const Slot>> m_slots;
};

} // namespace weightless
