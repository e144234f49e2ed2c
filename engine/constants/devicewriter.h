// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/devicedestination.h"
#include "engine/constants/filepool.h"
#include "engine/constants/loadoptions.h"
#include "engine/constants/readerpool.h"
#include "engine/constants/stagingring.h"
#include "engine/model/model.h"
#include "engine/vulkan/weightarena.h"

#include <memory>
#include <stop_token>

namespace weightless {

// Moves the bytes of one constant from its source to device memory in slices: into the memory itself where it
// is mapped, through the staging ring where it is not. CPU memory is bounded by the ring, whatever the
// tensor.
class DeviceWriter {
public:
    // `expectedBytes`: what all constants to come need on the device.
    DeviceWriter(
        std::shared_ptr<const vulkan::Device> device, const LoadOptions& options, uint64_t expectedBytes);
    ~DeviceWriter();
    DeviceWriter(const DeviceWriter&) = delete;
    DeviceWriter& operator=(const DeviceWriter&) = delete;

    using Written = DeviceDestination::Written;

    // Allocates and fills device memory for the constant. With the ring, copies may still be under way on
    // return: see finish(). Io names constant, file and offset; OutOfMemory, DeviceLost, Cancelled.
    [[nodiscard]] Written write(const ConstantInfo& constant, const std::stop_token& stop);

    // Device memory for a constant that somebody else fills; used within this writer's life.
    [[nodiscard]] std::unique_ptr<DeviceDestination> destinationFor(const ConstantInfo& constant);

    // Waits for copies under way. Io when a file was changed while it was read.
    void finish();

    // Writes what the ring did so far into the report.
    void noteStaging(LoadReport& report) const;

private:
    void writeRaw(const ConstantInfo& constant, const vulkan::BufferRange& target, bool direct,
        const std::stop_token& stop);
    void writeVarint(const ConstantInfo& constant, const vulkan::BufferRange& target, bool direct,
        const std::stop_token& stop);
    void readSource(const ConstantSource& source, uint64_t offsetInSource, std::span<std::byte> destination,
        const std::stop_token& stop);

    // Page cache that was not dropped slice by slice: pages that two slices share, and what was read ahead.
    void leaveFile() noexcept;

    std::shared_ptr<const vulkan::Device> m_device;
    LoadOptions m_options;
    vulkan::WeightArena m_arena;
    FilePool m_files;
    std::shared_ptr<const File> m_file; // of the constant in work; null for memory
    StagingRing m_ring;
    ReaderPool m_readers; // last: its threads use the ring
};

} // namespace weightless
