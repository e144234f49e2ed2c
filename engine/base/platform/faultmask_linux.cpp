// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/platform/pageguard.h"

#include "engine/base/platform/signalchain_linux.h"

#include <charconv>
#include <chrono>
#include <csignal>
#include <dirent.h>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <ucontext.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace weightless::platform {

namespace {

// No other thread can change a thread's signal mask, but a handler that runs on the thread can: the mask in
// its context is the one it goes on with. SIGSYS is what even Mesa's threads leave open.
constexpr int carrier = SIGSYS;
constexpr int startAttempts = 50; // of a millisecond: a thread that is just starting blocks everything
constexpr int attempts = 5000; // a busy machine takes its time to run a thread

// The action that stood before ours; set before the carrier is sent, read by handlers only. Ours stays: a
// thread that unblocks the signals by itself, as every thread does when it starts, may take a carrier at any
// later time, and without a handler that would end the process.
struct sigaction previousAction { };

void unblockBusError(int signal, siginfo_t* info, void* context)
{
    if (info->si_code == SI_TKILL && info->si_pid == ::getpid()) {
        ::sigdelset(&static_cast<ucontext_t*>(context)->uc_sigmask, SIGBUS);
    } else {
        passOn(previousAction, signal, info, context);
    }
}

// False when the system refuses.
bool installCarrier()
{
    struct sigaction current { };
    if (::sigaction(carrier, nullptr, &current) != 0) {
        return false;
    }
    if ((current.sa_flags & SA_SIGINFO) != 0 && current.sa_sigaction == unblockBusError) {
        return true;
    }
    previousAction = current;
    struct sigaction action { };
    action.sa_sigaction = unblockBusError;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    return ::sigaction(carrier, &action, nullptr) == 0;
}

// Of a line "SigBlk:\t0000000000000040" of the thread's status.
bool blocks(const std::filesystem::path& task, int signal)
{
    std::ifstream status(task / "status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("SigBlk:")) {
            const size_t digits = line.find_first_not_of(" \t", 7);
            uint64_t mask = 0;
            if (digits != std::string::npos) {
                std::from_chars(line.data() + digits, line.data() + line.size(), mask, 16);
            }
            return (mask >> (signal - 1) & 1) != 0;
        }
    }
    return false; // the thread has ended
}

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

std::vector<std::filesystem::path> tasksThatBlockFaults()
{
    std::vector<std::filesystem::path> tasks;
    const std::filesystem::path root = "/proc/self/task";
    // Not std::filesystem's iterator: GCC's ends the process when memory is short.
    const std::unique_ptr<DIR, CloseFolder> folder(::opendir(root.c_str()));
    while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
        std::filesystem::path task = root / entry->d_name;
        if (entry->d_name[0] != '.' && blocks(task, SIGBUS)) {
            tasks.push_back(std::move(task));
        }
    }
    return tasks;
}

bool unblockOn(const std::filesystem::path& task)
{
    for (int i = 0; blocks(task, carrier); ++i) {
        if (i == startAttempts) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const std::string name = task.filename();
    pid_t thread = 0;
    std::from_chars(name.data(), name.data() + name.size(), thread);
    ::syscall(SYS_tgkill, ::getpid(), thread, carrier);
    for (int i = 0; i < attempts; ++i) {
        if (!blocks(task, SIGBUS)) {
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

} // namespace

bool letFaultsReachHandlers()
{
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    const std::vector<std::filesystem::path> tasks = tasksThatBlockFaults();
    if (tasks.empty()) {
        return true;
    }
    if (!installCarrier()) {
        return false;
    }
    bool areReached = true;
    for (const std::filesystem::path& task : tasks) {
        areReached = unblockOn(task) && areReached;
    }
    return areReached;
}

} // namespace weightless::platform
