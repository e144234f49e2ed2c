// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

namespace weightless {

// A file that is written front to back under a temporary name in the target's folder and takes its own name
// only by commit(): readers never see half of it. Without commit() the destructor removes it.
// Every function throws Io, naming the target and the system's reason.
class OutputFile {
public:
    explicit OutputFile(std::filesystem::path target);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
    void writeZeros(uint64_t count);

    [[nodiscard]] uint64_t sizeBytes() const { return m_sizeBytes; }
    [[nodiscard]] const std::filesystem::path& target() const { return m_target; }

    // Writes out what is buffered, so that commit() has nothing left to do that a full disk could refuse.
    void finish();

    // finish(), then takes the target's name, replacing a file that had it.
    void commit();

private:
    [[noreturn]] void fail(const char* action, int systemError) const;

    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    std::ofstream m_stream;
    uint64_t m_sizeBytes = 0;
};

// Returns once what was written to the file is on the disk itself; false when the system cannot say so.
[[nodiscard]] bool flushToDisk(const std::filesystem::path& path) noexcept;

} // namespace weightless
