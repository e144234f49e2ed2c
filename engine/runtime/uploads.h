// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "engine/vulkan/buffer.h"
#include "engine/vulkan/commandmemory.h"
#include "engine/vulkan/queue.h"
#include "engine/vulkan/submission.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace weightless {

namespace vulkan {
class Device;
}

// How the CPU writes memory of the device that it does not see: through a few slots that are kept, in order
// with what the compute queue does. One thread.
class Uploads {
public:
    static constexpr uint64_t mostSlotBytes = 4 * MiB; // what a bus needs for its full speed
    static constexpr size_t mostSlots = 4;

    explicit Uploads(std::shared_ptr<const vulkan::Device> device);

    // The range gets the bytes once all that was handed to the compute queue is done, and before what comes
    // next; the point is when it has them. Returns when `bytes` are not needed any more: waits only where
    // every slot is under way, for the oldest. Allocates a slot when no idle one is large enough and there
    // are not yet all, or in place of the oldest. OutOfMemory, DeviceLost.
    vulkan::QueuePoint write(const vulkan::BufferRange& target, std::span<const std::byte> bytes);

    // Lets go of the targets that have their bytes: until then each is kept, whoever else is done with it.
    void forgetDone();

private:
    struct Slot {
        std::shared_ptr<const vulkan::Buffer> buffer;
        vulkan::Submission copy; // out of it
    };

    [[nodiscard]] Slot& take(uint64_t bytes);
    [[nodiscard]] std::shared_ptr<const vulkan::Buffer> bufferFor(uint64_t bytes) const;

    std::shared_ptr<const vulkan::Device> m_device;
    vulkan::CommandMemory m_commands;
    std::vector<Slot> m_slots;
};

} // namespace weightless
