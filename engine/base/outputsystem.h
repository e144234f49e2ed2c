// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weightless {

// What writing files asks of the system, call by call: the place where tests let any of these calls fail or
// be the last one of the process. Handles are the system's own. Unless marked noexcept, every function throws
// Io with the path and the system's reason. Any thread.
class OutputSystem {
public:
    virtual ~OutputSystem() = default;

    // The system this program runs on; without state.
    [[nodiscard]] static OutputSystem& native();

    // A new file for writing, never one that is there (nor what a link there leads to). As long as it is
    // open, removeAbandoned() leaves it alone.
    [[nodiscard]] virtual intptr_t create(const std::filesystem::path& path) = 0;
    // All of it, at the end. `target` is what messages name.
    virtual void write(
        intptr_t handle, std::span<const std::byte> bytes, const std::filesystem::path& target) = 0;
    // Returns once what was written is on the disk itself.
    virtual void sync(intptr_t handle, const std::filesystem::path& target) = 0;
    virtual void close(intptr_t handle) noexcept = 0;

    // Gives a file another name in one step, in place of a file that has it.
    virtual void replace(const std::filesystem::path& from, const std::filesystem::path& to) = 0;
    // The same, and Io when something has that name.
    virtual void publish(const std::filesystem::path& from, const std::filesystem::path& to) = 0;
    // Returns once names given and taken away in the folder are on the disk, where the system can say so.
    virtual void syncFolder(const std::filesystem::path& folder) = 0;

    // Best effort: what cannot be removed stays.
    virtual void remove(const std::filesystem::path& path) noexcept = 0;
    // The same, unless a process has the file open that it create()d.
    virtual void removeAbandoned(const std::filesystem::path& path) noexcept = 0;

    struct Lock {
        intptr_t handle = 0;
        std::string note; // what the file says
    };
    // Makes the file at `path` where there is none, and locks it until unlock() or the end of the process;
    // nullopt while somebody else has it locked. Where a file system knows no locks, everybody gets it.
    [[nodiscard]] virtual std::optional<Lock> lock(const std::filesystem::path& path) = 0;
    // Makes `note` all that the locked file says.
    virtual void rewrite(intptr_t handle, std::string_view note, const std::filesystem::path& path) = 0;
    // With `removesFile`, the file goes before anybody else can lock it.
    virtual void unlock(intptr_t handle, const std::filesystem::path& path, bool removesFile) noexcept = 0;

    // Names of what lies in a folder; empty when it cannot be read.
    [[nodiscard]] virtual std::vector<std::filesystem::path> namesIn(
        const std::filesystem::path& folder) const = 0;
};

// From now on a write beyond the process's limit on the size of files (ulimit -f) is an error like a full disk,
// and does not end the process. For the whole process, once, where it begins.
void makeFileSizeLimitsErrors() noexcept;

} // namespace weightless
