// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mount.h"

#include "temporaryfolder.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>

extern "C" {
#include <ll.h>
}

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace appimage {

namespace fs = std::filesystem;

namespace {

// libfuse asks this program to mount for users who may not.
bool hasMountHelper()
{
    std::string folders = std::getenv("PATH") != nullptr ? std::getenv("PATH") : "/usr/bin:/bin";
    for (size_t begin = 0; begin <= folders.size();) {
        const size_t end = std::min(folders.find(':', begin), folders.size());
        if (::access((folders.substr(begin, end - begin) + "/fusermount3").c_str(), X_OK) == 0) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

bool canMount()
{
    return ::access("/dev/fuse", R_OK | W_OK) == 0 && (::geteuid() == 0 || hasMountHelper());
}

fuse_lowlevel_ops operations()
{
    fuse_lowlevel_ops all {};
    all.getattr = sqfs_ll_op_getattr;
    all.opendir = sqfs_ll_op_opendir;
    all.releasedir = sqfs_ll_op_releasedir;
    all.readdir = sqfs_ll_op_readdir;
    all.lookup = sqfs_ll_op_lookup;
    all.open = sqfs_ll_op_open;
    all.create = sqfs_ll_op_create;
    all.release = sqfs_ll_op_release;
    all.read = sqfs_ll_op_read;
    all.readlink = sqfs_ll_op_readlink;
    all.forget = sqfs_ll_op_forget;
    all.statfs = stfs_ll_op_statfs;
    return all;
}

// Answers the kernel until the other end of `alive` is closed everywhere, or somebody unmounts.
void answer(fuse_session* session, int alive)
{
    std::array<pollfd, 2> waited {pollfd {fuse_session_fd(session), POLLIN, 0}, pollfd {alive, POLLIN, 0}};
    fuse_buf request {};
    while (fuse_session_exited(session) == 0) {
        if (::poll(waited.data(), waited.size(), -1) < 0) {
            continue; // a signal
        }
        if (waited[0].revents != 0) {
            const int size = fuse_session_receive_buf(session, &request);
            if (size == 0 || (size < 0 && size != -EINTR)) {
                break;
            }
            if (size > 0) {
                fuse_session_process_buf(session, &request);
            }
        } else if (waited[1].revents != 0) {
            break;
        }
    }
    std::free(request.mem);
}

// Runs in a process of its own. `ready` gets a byte once the image can be used, and is closed without one if
// it cannot.
void serve(const fs::path& file, size_t offsetBytes, const fs::path& folder, int ready, int alive)
{
    ::setsid(); // Ctrl-C is for the application
    std::signal(SIGHUP, SIG_IGN);
    std::array options {std::string("weightless"), std::string("-o"),
        std::string("ro,nosuid,nodev,fsname=weightless.AppImage,subtype=squashfuse")};
    std::array<char*, options.size()> words {};
    for (size_t i = 0; i < options.size(); ++i) {
        words[i] = options[i].data();
    }
    fuse_args arguments FUSE_ARGS_INIT(static_cast<int>(words.size()), words.data());
    fuse_lowlevel_ops all = operations();
    sqfs_ll* image = sqfs_ll_open(file.c_str(), offsetBytes);
    sqfs_ll_chan channel {};
    if (image != nullptr
        && sqfs_ll_mount(&channel, folder.c_str(), &arguments, &all, sizeof(all), image) == SQFS_OK) {
        const char byte = 1;
        const bool isTold = ::write(ready, &byte, 1) == 1;
        ::close(ready);
        if (isTold) {
            answer(channel.session, alive);
        }
        sqfs_ll_unmount(&channel, folder.c_str());
    }
    ::rmdir(folder.c_str());
}

} // namespace

std::optional<fs::path> mountImage(const fs::path& file, size_t offsetBytes)
{
    std::array<int, 2> ready {};
    std::array<int, 2> alive {};
    if (!canMount() || ::pipe2(ready.data(), O_CLOEXEC) != 0 || ::pipe(alive.data()) != 0) {
        return std::nullopt;
    }
    const fs::path folder = makeTemporaryFolder(".mount_weightless");
    const pid_t between = ::fork();
    if (between == 0) {
        ::close(ready[0]);
        ::close(alive[1]);
        // Twice, so that the application is not left with a child that it does not know.
        if (::fork() == 0) {
            serve(file, offsetBytes, folder, ready[1], alive[0]);
        }
        ::_exit(0);
    }
    ::close(ready[1]);
    ::close(alive[0]);
    if (between > 0) {
        ::waitpid(between, nullptr, 0);
    }
    char byte = 0;
    const bool isMounted = ::read(ready[0], &byte, 1) == 1;
    ::close(ready[0]);
    if (!isMounted) {
        ::close(alive[1]);
        ::rmdir(folder.c_str());
        return std::nullopt;
    }
    return folder;
}

} // namespace appimage
