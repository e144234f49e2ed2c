// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/memory/processmemory.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <malloc.h>
#include <optional>
#include <string>
#include <string_view>

namespace weightless {

namespace {

// Lines of /proc/self/status and /proc/meminfo look alike: "Name:   12345 kB".
std::optional<uint64_t> bytesOfLine(std::string_view line, std::string_view name)
{
    if (!line.starts_with(name) || line.size() <= name.size() || line[name.size()] != ':') {
        return std::nullopt;
    }
    line.remove_prefix(name.size() + 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    uint64_t kibibytes = 0;
    std::from_chars(line.data(), line.data() + line.size(), kibibytes);
    return kibibytes * 1024;
}

// 0 when there is no such line.
uint64_t systemBytesOf(std::string_view name)
{
    std::ifstream info("/proc/meminfo");
    for (std::string line; std::getline(info, line);) {
        if (const auto bytes = bytesOfLine(line, name)) {
            return *bytes;
        }
    }
    return 0;
}

} // namespace

ProcessMemory processMemory()
{
    ProcessMemory memory;
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (const auto bytes = bytesOfLine(line, "RssAnon")) {
            memory.anonymousBytes = *bytes;
        } else if (const auto file = bytesOfLine(line, "RssFile")) {
            memory.fileBytes = *file;
        } else if (const auto shared = bytesOfLine(line, "RssShmem")) {
            memory.sharedBytes = *shared;
        } else if (const auto peak = bytesOfLine(line, "VmHWM")) {
            memory.peakResidentBytes = *peak;
        }
    }
    return memory;
}

uint64_t systemMemoryBytes()
{
    return systemBytesOf("MemTotal");
}

uint64_t availableSystemMemoryBytes()
{
    return systemBytesOf("MemAvailable");
}

void returnLargeBlocksAtOnce() noexcept
{
#ifdef __GLIBC__
    // A threshold that is set stays: glibc no longer raises it when a large block is freed.
    ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

void returnFreedMemory() noexcept
{
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

} // namespace weightless
