// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/outputsystem.h"

#include "engine/base/folder.h"
#include "engine/base/platform/descriptor_linux.h"
#include "engine/base/platform/systemerror_linux.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace weightless {

namespace {

using platform::Descriptor;
using platform::throwIo;

namespace fs = std::filesystem;

constexpr mode_t newFileMode = 0666; // less the process's mask
constexpr size_t mostNoteBytes = 1 << 20;

int descriptor(intptr_t handle)
{
    return static_cast<int>(handle);
}

// The file at `path` is the open one still.
bool hasName(int file, const fs::path& path)
{
    struct stat opened { };
    struct stat named { };
    return ::fstat(file, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev
        && opened.st_ino == named.st_ino;
}

// False while another process, or another handle of this one, holds it. Where there are no locks: true.
bool lockFile(int file, bool waits)
{
    while (::flock(file, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0) {
        if (errno != EINTR) {
            return errno != EWOULDBLOCK;
        }
    }
    return true;
}

// Whether it is known that nobody holds it.
bool isAbandoned(int file)
{
    int result = -1;
    do {
        result = ::flock(file, LOCK_EX | LOCK_NB);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}

void writeAt(int file, std::span<const std::byte> bytes, const fs::path& path)
{
    constexpr size_t systemLimitBytes = 0x7ffff000; // Linux transfers no more per call
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), std::min(bytes.size(), systemLimitBytes));
        if (count >= 0) {
            bytes = bytes.subspan(static_cast<size_t>(count));
        } else if (errno != EINTR) {
            throwIo("write", path);
        }
    }
}

std::string contentOf(int file)
{
    std::string content;
    std::array<char, 4096> buffer {};
    for (;;) {
        const ssize_t count = ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(content.size()));
        if (count <= 0 || content.size() > mostNoteBytes) {
            return content;
        }
        content.append(buffer.data(), static_cast<size_t>(count));
    }
}

class LinuxOutput final : public OutputSystem {
public:
    intptr_t create(const fs::path& path) override
    {
        for (;;) {
            Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, newFileMode));
            if (file.get() < 0) {
                throwIo("create", path);
            }
            // Whoever removes what was abandoned may have been quicker: it has the lock while it does.
            lockFile(file.get(), true);
            if (hasName(file.get(), path)) {
                return file.release();
            }
        }
    }

    void write(intptr_t handle, std::span<const std::byte> bytes, const fs::path& target) override
    {
        writeAt(descriptor(handle), bytes, target);
    }

    void sync(intptr_t handle, const fs::path& target) override
    {
        if (::fsync(descriptor(handle)) != 0) {
            throwIo("write", target);
        }
    }

    void close(intptr_t handle) noexcept override { ::close(descriptor(handle)); }

    void replace(const fs::path& from, const fs::path& to) override
    {
        if (::rename(from.c_str(), to.c_str()) != 0) {
            throwIo("rename to", to);
        }
    }

    void publish(const fs::path& from, const fs::path& to) override
    {
        if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
            return;
        }
        if (errno != EINVAL && errno != ENOSYS) {
            throwIo("rename to", to);
        }
        // A file system that cannot do so in one step.
        struct stat status { };
        if (::lstat(to.c_str(), &status) == 0) {
            errno = EEXIST;
            throwIo("rename to", to);
        }
        replace(from, to);
    }

    void syncFolder(const fs::path& folder) override
    {
        const Descriptor file(
            ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (file.get() < 0) {
            return; // one may write into a folder that one may not read
        }
        if (::fsync(file.get()) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS) {
            throwIo("write", folder);
        }
    }

    void remove(const fs::path& path) noexcept override { ::unlink(path.c_str()); }

    void removeAbandoned(const fs::path& path) noexcept override
    {
        constexpr int flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
        const int writable =
            ::open(path.c_str(), O_RDWR | flags); // as file systems of networks want it for locks
        const Descriptor file(writable >= 0 ? writable : ::open(path.c_str(), O_RDONLY | flags));
        struct stat status { };
        if (file.get() >= 0 && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode)
            && isAbandoned(file.get())) {
            ::unlink(path.c_str());
        }
    }

    std::optional<Lock> lock(const fs::path& path) override
    {
        for (;;) {
            Descriptor file(
                ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, newFileMode));
            struct stat status { };
            if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
                throwIo("create", path);
            }
            if (!S_ISREG(status.st_mode)) {
                errno = EEXIST;
                throwIo("create", path);
            }
            if (!lockFile(file.get(), false)) {
                return std::nullopt;
            }
            // Whoever had it may have removed it between open and lock: there may be another one by now.
            if (hasName(file.get(), path)) {
                std::string note = contentOf(file.get());
                return Lock {file.release(), std::move(note)};
            }
        }
    }

    void rewrite(intptr_t handle, std::string_view note, const fs::path& path) override
    {
        if (::ftruncate(descriptor(handle), 0) != 0 || ::lseek(descriptor(handle), 0, SEEK_SET) != 0) {
            throwIo("write", path);
        }
        writeAt(descriptor(handle), std::as_bytes(std::span(note)), path);
    }

    void unlock(intptr_t handle, const fs::path& path, bool removesFile) noexcept override
    {
        if (removesFile) {
            ::unlink(path.c_str());
        }
        ::close(descriptor(handle));
    }

    std::vector<fs::path> namesIn(const fs::path& folder) const override
    {
        std::error_code ignored;
        return weightless::namesIn(folder, ignored);
    }
};

} // namespace

OutputSystem& OutputSystem::native()
{
    static LinuxOutput system;
    return system;
}

void makeFileSizeLimitsErrors() noexcept
{
    std::signal(SIGXFSZ, SIG_IGN);
}

} // namespace weightless
