// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/platform/platform.h"

#include "engine/base/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weightless::platform {

namespace {

[[noreturn]] void throwIo(const char* action, const std::filesystem::path& path)
{
    const int code = errno;
    throw Error(ErrorKind::Io,
        std::string("Cannot ") + action + " '" + displayPath(path) + "': " + std::strerror(code) + " (errno "
            + std::to_string(code) + ")");
}

FileIdentity identityFrom(const struct stat& status)
{
    return {static_cast<uint64_t>(status.st_dev), static_cast<uint64_t>(status.st_ino),
        static_cast<uint64_t>(status.st_size),
        static_cast<int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
}

} // namespace

OpenedFile openForReading(const std::filesystem::path& path)
{
    // Non-blocking, so that a FIFO in place of a file is refused rather than waited for.
    const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (handle < 0) {
        throwIo("open", path);
    }
    struct stat status { };
    if (::fstat(handle, &status) != 0) {
        ::close(handle);
        throwIo("examine", path);
    }
    if (!S_ISREG(status.st_mode)) {
        ::close(handle);
        throw Error(ErrorKind::Io, "Cannot open '" + displayPath(path) + "': it is not a regular file");
    }
    return {handle, identityFrom(status)};
}

void closeFile(intptr_t handle) noexcept
{
    ::close(static_cast<int>(handle));
}

FileIdentity identityOfPath(const std::filesystem::path& path)
{
    struct stat status { };
    if (::stat(path.c_str(), &status) != 0) {
        throwIo("examine", path);
    }
    return identityFrom(status);
}

FileIdentity identityOfHandle(intptr_t handle, const std::filesystem::path& path)
{
    struct stat status { };
    if (::fstat(static_cast<int>(handle), &status) != 0) {
        throwIo("examine", path);
    }
    return identityFrom(status);
}

size_t readSome(intptr_t handle, uint64_t offsetBytes, std::span<std::byte> destination,
    const std::filesystem::path& path)
{
    constexpr size_t systemLimitBytes = 0x7ffff000; // Linux transfers no more per call
    for (;;) {
        const ssize_t count = ::pread(static_cast<int>(handle), destination.data(),
            std::min(destination.size(), systemLimitBytes), static_cast<off_t>(offsetBytes));
        if (count >= 0) {
            return static_cast<size_t>(count);
        }
        if (errno != EINTR) {
            throwIo(("read offset " + std::to_string(offsetBytes) + " of").c_str(), path);
        }
    }
}

bool flushToDisk(const std::filesystem::path& path) noexcept
{
    const int handle = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const bool isFlushed = handle >= 0 && ::fsync(handle) == 0;
    if (handle >= 0) {
        ::close(handle);
    }
    return isFlushed;
}

void dropCachedPages(intptr_t handle, uint64_t offsetBytes, uint64_t lengthBytes) noexcept
{
    ::posix_fadvise(static_cast<int>(handle), static_cast<off_t>(offsetBytes),
        static_cast<off_t>(lengthBytes), POSIX_FADV_DONTNEED);
}

Mapping mapForReading(intptr_t handle, uint64_t sizeBytes, const std::filesystem::path& path)
{
    void* address = ::mmap(nullptr, sizeBytes, PROT_READ, MAP_SHARED, static_cast<int>(handle), 0);
    if (address == MAP_FAILED) {
        throwIo("map", path);
    }
    return {{static_cast<const std::byte*>(address), sizeBytes}, 0};
}

void unmap(const Mapping& mapping) noexcept
{
    ::munmap(const_cast<std::byte*>(mapping.bytes.data()), mapping.bytes.size());
}

uint64_t pageSize()
{
    return static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace weightless::platform
