// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/transfer/devicedestination.h"
#include "engine/constants/transfer/readerpool.h"
#include "engine/constants/transfer/sourcereader.h"
#include "engine/constants/transfer/transfermemory.h"
#include "engine/model/model.h"

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace weightless {

// Moves the bytes of one constant from its source to device memory in slices: into the memory itself where it
// is mapped, through the staging ring where it is not. Elements that the device holds in another type are
// converted on the way, by the device out of the ring, by the readers where memory is mapped. CPU memory is
// bounded by the ring (and small scratch slices), whatever the tensor. Readers wait for each other at the end
// of a call, so constants that are written one after the other may be read together.
class DeviceWriter {
public:
    static constexpr uint64_t encodedBytes = 256 * KiB; // of a varint-encoded source at once
    static constexpr uint64_t mostBytesTogether = 32 * MiB; // of constants that are read together

    // Of the options: the readers, and whether page cache is dropped.
    DeviceWriter(std::shared_ptr<MemoryMeter> meter, const LoadOptions& options,
        std::shared_ptr<TransferMemory> memory);
    DeviceWriter(const DeviceWriter&) = delete;
    DeviceWriter& operator=(const DeviceWriter&) = delete;

    using Written = DeviceDestination::Written;

    // Fills device memory for the constant: what it allocates, or `place`. Copies and conversions out of the
    // ring may still be under way on return: see finish(). Io names constant, file and offset; OutOfMemory,
    // DeviceLost, Cancelled. After an error the memory is kept for another attempt, until another constant is
    // written: giving back gigabytes takes longer than a stop may.
    [[nodiscard]] Written write(const ConstantInfo& constant, CopyRoute route, const std::stop_token& stop,
        const std::optional<vulkan::BufferRange>& place = {});

    // What is to be written next, and how.
    struct Coming {
        const ConstantInfo* constant = nullptr;
        CopyRoute route = CopyRoute::InPlace;
    };

    // The same; and reads what comes next, in that order, with it: as much as lies in the same file and takes
    // a few milliseconds. When it is written, it is there, or it is read again. All of `next` stays where it
    // is until then, or until another constant is written.
    [[nodiscard]] Written write(const ConstantInfo& constant, CopyRoute route, std::span<const Coming> next,
        const std::stop_token& stop);

    // It was read with another one.
    [[nodiscard]] bool isThere(const ConstantInfo& constant) const;

    // Io when the constant's file is gone or is another one; nothing is read.
    void checkSource(const ConstantInfo& constant);

    // Waits for what is under way and leaves the files. Io when one was changed while it was read.
    void finish();
    // What was read from since then.
    [[nodiscard]] const std::shared_ptr<FilePool>& files() const { return m_source.files(); }

    // Writes what the ring did so far into the report.
    void noteStaging(LoadReport& report) const;

private:
    // A constant in work: the one that is written, or is next.
    struct Item {
        const ConstantInfo* constant = nullptr;
        std::shared_ptr<DeviceDestination> destination;
        std::shared_ptr<std::atomic<bool>> hasFailed = std::make_shared<std::atomic<bool>>(false);
    };
    // What one reader reads at a time.
    struct Piece {
        const Item* item = nullptr;
        uint64_t beginBytes = 0;
        uint64_t endBytes = 0;
    };

    // The first item, with what an earlier attempt had, if there was one.
    void begin(
        const ConstantInfo& constant, CopyRoute route, const std::optional<vulkan::BufferRange>& place);
    void addNext(std::span<const Coming> next);
    void readItems(const std::stop_token& stop);
    [[nodiscard]] std::vector<Piece> piecesToRead() const;
    void readPiece(const Piece& piece, const std::stop_token& stop) const;
    void adjustBytesTogether(double seconds);
    void writeVarint(
        const ConstantInfo& constant, ConstantDestination& destination, const std::stop_token& stop);
    [[nodiscard]] Written take(); // the first item

    std::shared_ptr<MemoryMeter> m_meter;
    LoadOptions m_options;
    std::shared_ptr<TransferMemory> m_memory;
    SourceReader m_source;
    std::deque<Item> m_items; // empty where nothing failed and nothing was read ahead
    uint64_t m_bytesTogether = 4 * MiB; // that take a few milliseconds
    ReaderPool m_readers; // last: its threads use the ring
};

} // namespace weightless
