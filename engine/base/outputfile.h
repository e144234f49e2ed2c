// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/outputsystem.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace weightless {

// A file that is written front to back under a temporary name in the target's folder and takes its own name
// only by commit() or publish(), when all of it is on the disk: readers never see half of it, whenever the
// program or the machine stops. Otherwise the destructor removes it, and where there was none (the process
// was killed), the next OutputFile for the same target, unless somebody holds that target's WriterLock.
//
// Only a regular file is ever replaced: folders, devices, pipes and symbolic links are refused, these too
// because what reads beside a file (external data) would look for it at the other end. A replaced file's
// permissions are kept. Every function throws Io, naming the target and the system's reason.
class OutputFile {
public:
    explicit OutputFile(std::filesystem::path target, OutputSystem& system = OutputSystem::native());

    // One of several files that are written under a lock (WriterLock) for `owner`: its temporary name is the
    // owner's, as are the permissions of a file that is new, and whoever holds that lock removes what was
    // left of it. It may be closed while the lock is held.
    OutputFile(std::filesystem::path target, const std::filesystem::path& owner, OutputSystem& system);

    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
    void writeZeros(uint64_t count);

    [[nodiscard]] uint64_t sizeBytes() const { return m_sizeBytes; }
    [[nodiscard]] const std::filesystem::path& target() const { return m_target; }
    [[nodiscard]] const std::filesystem::path& temporary() const { return m_temporary; }

    // Brings everything to the disk: nothing is left to do that a full disk could refuse. The file stays
    // open, so that nobody takes it for abandoned.
    void sync();

    // Brings everything to the disk and closes the file, so that what follows has nothing left to do that a
    // full disk could refuse. Only under the owner's lock: what is closed is taken for abandoned otherwise.
    void finish();

    // Takes the target's name, replacing a file that had it. An error before that leaves the old file; one
    // after it (the folder cannot be brought to the disk) leaves the new one: see isCommitted().
    void commit();

    // The same, but durable only once the folder is synced.
    void replaceTarget();

    // Takes the target's name, which nothing else has: Io otherwise. Durable only once the folder is synced.
    void publish();

    [[nodiscard]] bool isCommitted() const { return m_temporary.empty(); }

private:
    void flush();
    void close() noexcept;

    OutputSystem& m_system;
    std::filesystem::path m_target;
    std::filesystem::path m_temporary; // empty once it has its name
    std::vector<std::byte> m_buffer;
    std::optional<intptr_t> m_handle;
    uint64_t m_sizeBytes = 0;
};

// Io unless nothing or a regular file lies at the path, in a folder that is there.
void checkReplaceable(const std::filesystem::path& target);

// Io unless an OutputFile for this target could be made now: for the beginning of a job that writes it when
// all is done. Leaves nothing behind.
void checkTarget(const std::filesystem::path& target, OutputSystem& system = OutputSystem::native());

// Removes what killed writers left of this owner's files. Only for the holder of its WriterLock.
void removeAbandonedOf(const std::filesystem::path& owner, OutputSystem& system);

// Returns once what was written to the file is on the disk itself; false when the system cannot say so.
[[nodiscard]] bool flushToDisk(const std::filesystem::path& path) noexcept;

} // namespace weightless
