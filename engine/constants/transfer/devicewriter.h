// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/transfer/devicedestination.h"
#include "engine/constants/transfer/filepool.h"
#include "engine/constants/transfer/readerpool.h"
#include "engine/constants/transfer/transfermemory.h"
#include "engine/model/model.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace weightless {

// Moves the bytes of one constant from its source to device memory in slices: into the memory itself where it
// is mapped, through the staging ring where it is not. Elements that the device holds in another type are
// converted on the way, by the device out of the ring, by the readers where memory is mapped. CPU memory is
// bounded by the ring (and small scratch slices), whatever the tensor.
class DeviceWriter {
public:
    static constexpr uint64_t encodedBytes = 256 * KiB; // of a varint-encoded source at once

    // Of the options: the readers, and whether page cache is dropped.
    DeviceWriter(std::shared_ptr<MemoryMeter> meter, const LoadOptions& options,
        std::shared_ptr<TransferMemory> memory);
    ~DeviceWriter();
    DeviceWriter(const DeviceWriter&) = delete;
    DeviceWriter& operator=(const DeviceWriter&) = delete;

    using Written = DeviceDestination::Written;

    // Fills device memory for the constant: what it allocates, or `place`. Copies and conversions out of the
    // ring may still be under way on return: see finish(). Io names constant, file and offset; OutOfMemory,
    // DeviceLost, Cancelled. After an error the memory is kept for another attempt, until another constant is
    // written: giving back gigabytes takes longer than a stop may.
    [[nodiscard]] Written write(const ConstantInfo& constant, CopyRoute route, const std::stop_token& stop,
        const std::optional<vulkan::BufferRange>& place = {});

    // Io when the constant's file is gone or is another one; nothing is read.
    void checkSource(const ConstantInfo& constant);

    // Waits for what is under way and leaves the files. Io when one was changed while it was read.
    void finish();

    // Writes what the ring did so far into the report.
    void noteStaging(LoadReport& report) const;

private:
    // With what an earlier attempt had, if there was one.
    [[nodiscard]] DeviceDestination& destinationOf(
        const ConstantInfo& constant, CopyRoute route, const std::optional<vulkan::BufferRange>& place);
    void writeRaw(
        const ConstantInfo& constant, ConstantDestination& destination, const std::stop_token& stop);
    void writeVarint(
        const ConstantInfo& constant, ConstantDestination& destination, const std::stop_token& stop);
    // Pages are made present just before they are written, see makePresent().
    void fill(const ConstantSource& source, uint64_t offsetInSource, std::span<std::byte> slice,
        const std::stop_token& stop);
    void readSource(const ConstantSource& source, uint64_t offsetInSource, std::span<std::byte> destination,
        const std::stop_token& stop);

    // Page cache that was not dropped slice by slice: pages that two slices share, and what was read ahead.
    void leaveFile() noexcept;

    std::shared_ptr<MemoryMeter> m_meter;
    LoadOptions m_options;
    std::shared_ptr<TransferMemory> m_memory;
    FilePool m_files;
    std::shared_ptr<const File> m_file; // of the constant in work; null for memory
    const ConstantInfo* m_unfinished = nullptr; // the one that m_destination is for
    std::shared_ptr<DeviceDestination> m_destination;
    ReaderPool m_readers; // last: its threads use the ring
};

} // namespace weightless
