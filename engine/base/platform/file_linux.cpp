// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/platform/platform.h"

#include "engine/base/error.h"
#include "engine/base/platform/descriptor_linux.h"
#include "engine/base/platform/systemerror_linux.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace weightless::platform {

namespace {

// Non-blocking, so that a FIFO in place of a file is refused rather than waited for.
constexpr int readingFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;

int64_t nanoseconds(const timespec& time)
{
    return static_cast<int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

FileIdentity identityFrom(const struct stat& status)
{
    return {static_cast<uint64_t>(status.st_dev), static_cast<uint64_t>(status.st_ino),
        static_cast<uint64_t>(status.st_size), nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

// One that is below zero is the system's refusal.
OpenedFile checkedFile(Descriptor file, const std::filesystem::path& path)
{
    if (file.get() < 0) {
        throwIo("open", path);
    }
    struct stat status { };
    if (::fstat(file.get(), &status) != 0) {
        throwIo("examine", path);
    }
    if (!S_ISREG(status.st_mode)) {
        throw Error(ErrorKind::Io, "Cannot open '" + displayPath(path) + "': it is not a regular file");
    }
    return {file.release(), identityFrom(status)};
}

Descriptor openFolder(const std::filesystem::path& folder)
{
    Descriptor opened(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (opened.get() < 0) {
        throwIo("open", folder);
    }
    return opened;
}

// What lies where the kernel says that an open file lies; empty when it does not say.
std::filesystem::path pathOf(int handle)
{
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(handle), error);
    return error ? std::filesystem::path() : path;
}

int openInFolder(int folder, const std::filesystem::path& relative)
{
    open_how how {};
    how.flags = static_cast<uint64_t>(readingFlags);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
    for (;;) {
        const long handle = ::syscall(SYS_openat2, folder, relative.c_str(), &how, sizeof how);
        if (handle >= 0 || (errno != EAGAIN && errno != EINTR)) {
            return static_cast<int>(handle);
        }
    }
}

} // namespace

void throwIo(const char* action, const std::filesystem::path& path)
{
    const int code = errno;
    throw Error(ErrorKind::Io,
        std::string("Cannot ") + action + " '" + displayPath(path) + "': " + std::strerror(code) + " (errno "
            + std::to_string(code) + ")");
}

OpenedFile openForReading(const std::filesystem::path& path)
{
    return checkedFile(Descriptor(::open(path.c_str(), readingFlags)), path);
}

OpenedFile openBeneath(const std::filesystem::path& folder, const std::filesystem::path& relative)
{
    const Descriptor opened = openFolder(folder);
    Descriptor file(openInFolder(opened.get(), relative));
    // Kernels before 5.6 do not know the call, and some sandboxes forbid what they do not know.
    if (file.get() < 0 && (errno == ENOSYS || errno == EPERM)) {
        return openBeneathByPath(folder, relative);
    }
    return checkedFile(std::move(file), folder / relative);
}

OpenedFile openBeneathByPath(const std::filesystem::path& folder, const std::filesystem::path& relative)
{
    const std::filesystem::path path = folder / relative;
    const Descriptor opened = openFolder(folder);
    Descriptor file(::open(path.c_str(), readingFlags | O_NOFOLLOW));
    if (file.get() >= 0 && pathOf(file.get()) != pathOf(opened.get()) / relative) {
        errno = ELOOP;
        throwIo("open", path);
    }
    return checkedFile(std::move(file), path);
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

bool hasName(intptr_t handle) noexcept
{
    struct stat status { };
    return ::fstat(static_cast<int>(handle), &status) != 0 || status.st_nlink > 0;
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
