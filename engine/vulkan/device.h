// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"
#include "engine/vulkan/buffer.h"
#include "engine/vulkan/deviceinfo.h"
#include "engine/vulkan/deviceoptions.h"
#include "engine/vulkan/submission.h"

#include <memory>
#include <optional>
#include <span>

namespace weightless::vulkan {

class Instance;
struct DeviceInternals;

// What the device can still hold. `isMeasured`: the driver told (VK_EXT_memory_budget) or, on a software
// device, the system did; otherwise it is the heap's size less what we hold. Never more than the system has
// free, where the device takes its memory.
struct MemoryBudget {
    uint64_t totalBytes = 0;
    uint64_t freeBytes = 0;
    bool isMeasured = false;
};

// A logical device with one compute queue and, where the hardware has one, a transfer queue. Every function
// may be called from any thread. Buffers, pipelines and submissions may outlive the Device object: they keep
// what they need.
class Device {
public:
    // `index` as in Instance::devices(). InvalidArgument for a foreign index, Unsupported for an unusable
    // device, otherwise the driver's failure. All memory is counted in `meter`.
    [[nodiscard]] static std::shared_ptr<Device> create(const std::shared_ptr<Instance>& instance, int index,
        std::shared_ptr<MemoryMeter> meter, DeviceOptions options = {});

    // Another logical device of the same hardware, with queues of its own; nothing is shared between the two.
    [[nodiscard]] std::shared_ptr<Device> createSibling(
        std::shared_ptr<MemoryMeter> meter, DeviceOptions options = {}) const;
    // Whether several siblings may come and go while others are used: not under a validation layer that
    // would crash then.
    [[nodiscard]] bool allowsParallelSiblings() const;

    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    [[nodiscard]] const DeviceInfo& info() const;
    [[nodiscard]] const DeviceTraits& traits() const { return info().traits; }
    [[nodiscard]] const std::shared_ptr<MemoryMeter>& meter() const;
    [[nodiscard]] MemoryBudget memoryBudget() const;
    [[nodiscard]] bool hasTransferQueue() const;
    [[nodiscard]] bool hasTimestamps() const;
    [[nodiscard]] bool tellsStatistics() const; // asked for (DeviceOptions), and the driver does
    [[nodiscard]] bool isLost() const;
    void throwIfLost() const; // DeviceLost

    // Factories, by intent. OutOfMemory with the bytes and the purpose; Unsupported for a size above
    // traits().maxAllocationBytes. A size of 0 gives a valid buffer.
    // Content is undefined.

    // Device-local; mapped as well where traits().hasMappedWeights: then the CPU writes weights in place and
    // no staging is needed. Which memory each gets: memorypolicy.h.
    [[nodiscard]] Buffer createWeightsBuffer(uint64_t sizeBytes) const;
    [[nodiscard]] Buffer createActivationBuffer(uint64_t sizeBytes) const; // device-local
    // The same for one tensor: of a multiple of 4 bytes, so that the device can fill it, and larger where
    // kernels that were compiled ahead want that.
    [[nodiscard]] Buffer createTensorBuffer(uint64_t sizeBytes) const;
    [[nodiscard]] Buffer createUploadBuffer(uint64_t sizeBytes) const; // mapped; CPU writes, device reads
    [[nodiscard]] Buffer createReadbackBuffer(
        uint64_t sizeBytes) const; // mapped, cached; device writes, CPU reads
    [[nodiscard]] Buffer createParameterBuffer(
        uint64_t sizeBytes) const; // small, mapped, close to the device
    // Small, mapped, coherent in any case: the CPU clears it, kernels add to it, and the CPU reads a few
    // words of it. Cached where there is such memory.
    [[nodiscard]] Buffer createCountsBuffer(uint64_t sizeBytes) const;

    // Makes host pages (a file mapping, say) readable by the device without a copy. Whoever uses some counts
    // those (MeteredImport). Address and size must be multiples of traits().hostImportAlignmentBytes
    // (InvalidArgument); the pages are never written by the device unless the caller binds them for writing.
    // `owner` is kept for the buffer's life. nullopt, with a line in the log, when device or driver refuses:
    // fall back to copying.
    [[nodiscard]] std::optional<Buffer> importHostMemory(
        std::span<const std::byte> pages, std::shared_ptr<const void> owner) const;

    // Hands over command buffers, executed in order after every point of `waitFor`. Submissions to one queue
    // run in the order of the calls, and each sees what earlier ones wrote. InvalidArgument for a
    // command buffer recorded for the other queue or another device; DeviceLost.
    [[nodiscard]] Submission submit(QueueKind queue,
        std::span<const std::shared_ptr<const CommandBuffer>> commandBuffers,
        std::span<const QueuePoint> waitFor = {}) const;
    [[nodiscard]] Submission submit(const std::shared_ptr<const CommandBuffer>& commandBuffer,
        std::span<const QueuePoint> waitFor = {}) const; // on the queue it was recorded for

    // Blocks until that end of a submission to this device is passed, or a stop is requested (seen within
    // 20 ms). DeviceLost.
    WaitResult wait(QueuePoint point, const std::stop_token& stop = {}) const;

    // Blocks until every submission so far is done. DeviceLost.
    void waitIdle() const;

    [[nodiscard]] const std::shared_ptr<DeviceInternals>& internals() const { return m_internals; }

private:
    explicit Device(std::shared_ptr<DeviceInternals> internals);

    std::shared_ptr<DeviceInternals> m_internals;
};

} // namespace weightless::vulkan
