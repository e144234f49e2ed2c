// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytesource.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace weightless {

namespace platform {
class PageGuard;
}

// What makes a file the same file with the same content, as far as the system tells without reading it.
struct FileIdentity {
    uint64_t device = 0;
    uint64_t inode = 0;
    uint64_t sizeBytes = 0;
    int64_t modifiedNs = 0;
    int64_t changedNs = 0; // of content, names or permissions; no program can put it back

    bool operator==(const FileIdentity&) const = default;
};

// A file as it was when the model was opened: enough to open it later and to notice that it changed
// meanwhile. Cheap to keep for thousands of files, as no handle is held.
struct FileReference {
    std::filesystem::path path;
    FileIdentity identity;
    std::filesystem::path named = {}; // where it was asked for, perhaps a link to `path`; empty: there itself
};

// A file open for reading. Positional reads only, so that any number of threads may share one File.
class File final : public ByteSource {
public:
    // Io when the file is missing, not a regular file, or cannot be read; the message names path and system
    // error.
    [[nodiscard]] static std::shared_ptr<const File> open(const std::filesystem::path& path);

    // A file below `folder`, named by its folders without links or "..": Io when a link stands there instead,
    // at any moment of the call.
    [[nodiscard]] static std::shared_ptr<const File> openBeneath(
        const std::filesystem::path& folder, const std::filesystem::path& relative);

    // The same as the first, and Io when the file is no longer the one that was referenced: another one, or
    // of another FileIdentity. A file whose name or permissions went and came back is refused as well, since
    // it cannot be told from one that was written to and had its time put back.
    [[nodiscard]] static std::shared_ptr<const File> open(const FileReference& reference);

    ~File() override;
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] std::string name() const override;
    [[nodiscard]] uint64_t sizeBytes() const override { return m_identity.sizeBytes; }
    [[nodiscard]] const FileIdentity& identity() const { return m_identity; }

    // Fills all of `destination` from `offsetBytes`. Io when the range leaves the file or the system fails;
    // short reads are completed or reported, never returned. Thread-safe.
    void readAt(uint64_t offsetBytes, std::span<std::byte> destination) const;
    void readAt(
        uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const override;

    // Io when the file at path() is no longer the one that was opened, or changed since (identity, size,
    // time).
    void checkUnchanged() const override;

    // The same of the open file itself, whatever lies at path() now: another file that took its place leaves
    // its bytes as they are.
    void checkContentUnchanged() const;

    // Tells the system that these bytes of its page cache are not needed again. Advice: never fails, may do
    // nothing.
    void dropCachedPages(uint64_t offsetBytes, uint64_t lengthBytes) const noexcept;

    // How the file at this path stands now. Io when there is none.
    [[nodiscard]] static FileIdentity identityOf(const std::filesystem::path& path);

    [[nodiscard]] intptr_t nativeHandle() const { return m_handle; }

private:
    File(std::filesystem::path path, intptr_t handle, FileIdentity identity);

    std::filesystem::path m_path;
    intptr_t m_handle;
    FileIdentity m_identity;
};

// A read-only shared mapping of a whole file; the pages belong to the page cache. Pages that go away while
// they are mapped (the file is truncated, its disk fails) read as zeros and are remembered: whoever used the
// bytes asks afterwards whether they were the file's (engine/base/platform/pageguard.h says how, and what
// Windows does).
class FileMapping {
public:
    // Io when the file is empty or cannot be mapped.
    explicit FileMapping(std::shared_ptr<const File> file);
    ~FileMapping();
    FileMapping(const FileMapping&) = delete;
    FileMapping& operator=(const FileMapping&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }
    [[nodiscard]] const File& file() const { return *m_file; }

    // Io when bytes read since the mapping was made may not have been the file's: pages went away, or the
    // open file was changed or truncated. Any thread.
    void checkIntact() const;
    // Io when also another file lies at the path now: the mapping is good but should not be used any longer.
    void checkUnchanged() const;

    // Pages that go away may be read by threads that now exist, a driver's for example. False when some
    // thread could not be prepared: there the fault would end the process.
    static bool protectThreads();

    [[nodiscard]] static uint64_t pageSizeBytes();

private:
    std::shared_ptr<const File> m_file;
    std::span<const std::byte> m_bytes;
    intptr_t m_mappingHandle = 0;
    std::unique_ptr<platform::PageGuard> m_guard;
};

// UTF-8 text of a path, for messages: with the system's own separators, whichever it was written with.
[[nodiscard]] std::string displayPath(const std::filesystem::path& path);

} // namespace weightless
