// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/commandbuffer.h"
#include "engine/vulkan/commandmemory.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/pipeline.h"
#include "engine/vulkan/tensorbinding.h"
#include "engine/vulkan/timestamps.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace weightless::vulkan {

// Work groups of one dispatch, or a part of them: gl_WorkGroupID runs from base to base + count.
struct GroupRange {
    std::array<uint32_t, 3> count {1, 1, 1};
    std::array<uint32_t, 3> base {0, 0, 0};

    bool operator==(const GroupRange&) const = default;
};

// Cuts a dispatch into at most `pieces` parts of about equal size along its largest dimension, for separate
// command buffers where one would run longer than a desktop's watchdog allows. Never an empty part.
[[nodiscard]] std::vector<GroupRange> splitGroups(const std::array<uint32_t, 3>& groups, uint32_t pieces);

// Records commands; inserts the memory barriers itself, from the declared accesses, only where a command
// depends on an earlier one. What the CPU wrote to mapped memory before submit, and what earlier submissions
// on the same queue wrote, is visible to every command; what the commands write to mapped memory is visible
// to the CPU when the submission is done. One thread per recorder.
class CommandRecorder {
public:
    explicit CommandRecorder(
        const std::shared_ptr<const Device>& device, QueueKind queue = QueueKind::Compute);
    // Into memory that serves again and again; for the queue that the memory is for.
    explicit CommandRecorder(const CommandMemory& memory);
    ~CommandRecorder();
    CommandRecorder(CommandRecorder&& other) noexcept;
    CommandRecorder& operator=(CommandRecorder&& other) noexcept;
    CommandRecorder(const CommandRecorder&) = delete;
    CommandRecorder& operator=(const CommandRecorder&) = delete;

    // Runs a kernel. bindings[i] is the kernel's tensor i (at most maxKernelTensors); `parameters` (at most
    // maxKernelParameterBytes, a multiple of 4) follow the element offsets in the push constants. Nothing is
    // recorded when a group count is 0. Internal, naming the kernel, when bindings, parameters or
    // groups do not fit the kernel, the device's limits or the queue; InvalidArgument for a range that leaves
    // its buffer or begins inside an element.
    void dispatch(const std::shared_ptr<const Pipeline>& pipeline, std::span<const TensorBinding> bindings,
        std::span<const std::byte> parameters, const GroupRange& groups);

    // Launches a kernel without work groups and without tensors: nothing runs, but a driver that compiles at
    // the first launch has compiled it then.
    void launchEmpty(const std::shared_ptr<const Pipeline>& pipeline);

    // Equal sizes, no overlap; InvalidArgument. Any byte offset. Nothing is recorded for 0 bytes.
    void copy(const BufferRange& from, const BufferRange& to);

    // Keeps this as the buffers are kept that commands name: until the command buffer is gone.
    void keep(std::shared_ptr<const void> owner);

    // Offset and size are multiples of 4; InvalidArgument.
    void fill(const BufferRange& range, uint32_t value);

    // Stores the device's time once everything recorded before has finished. InvalidArgument beyond the pool.
    void writeTimestamp(const std::shared_ptr<const TimestampPool>& pool, uint32_t index);

    // Ends the recording; the recorder is spent (InvalidState for every later call).
    [[nodiscard]] std::shared_ptr<const CommandBuffer> finish();

private:
    struct State;

    [[nodiscard]] State& state() const; // InvalidState when spent

    std::unique_ptr<State> m_state;
};

} // namespace weightless::vulkan
