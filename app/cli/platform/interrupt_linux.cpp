// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/platform/interrupt.h"

#include "engine/base/error.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace weightless::cli {

namespace {

// A handler may touch nothing but lock-free atomics and write(): the byte wakes the thread that asks for the
// stop.
std::atomic<int> wakeDescriptor {-1};
static_assert(std::atomic<int>::is_always_lock_free);

constexpr char signalByte = 's';
constexpr char quitByte = 'q';
// The last one comes when the terminal is closed: what is half written then is to be cleared up, too.
constexpr std::array<int, 3> watchedSignals {SIGINT, SIGTERM, SIGHUP};

void handleSignal(int)
{
    const int savedError = errno;
    const ssize_t written = write(wakeDescriptor.load(), &signalByte, 1);
    static_cast<void>(written);
    errno = savedError;
}

} // namespace

struct InterruptWatch::System {
    std::array<int, 2> pipe {-1, -1};
    std::array<struct sigaction, watchedSignals.size()> previous {};
    std::jthread waiter;
};

InterruptWatch::InterruptWatch()
    : m_system(std::make_unique<System>())
{
    if (pipe2(m_system->pipe.data(), O_CLOEXEC) != 0) {
        throw Error(ErrorKind::Internal, std::string("a pipe cannot be made: ") + std::strerror(errno));
    }
    wakeDescriptor = m_system->pipe[1];

    m_system->waiter = std::jthread([source = m_source, descriptor = m_system->pipe[0]]() mutable {
        char byte = 0;
        while (read(descriptor, &byte, 1) < 0 && errno == EINTR) { }
        if (byte == signalByte) {
            source.request_stop();
        }
    });

    struct sigaction action { };
    action.sa_handler = handleSignal;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < watchedSignals.size(); ++i) {
        sigaction(watchedSignals[i], nullptr, &m_system->previous[i]);
        // The second Ctrl-C finds the default action. A terminal that goes may say so twice, by itself and by
        // its shell, and so does `timeout`, to the program and to its group.
        action.sa_flags =
            watchedSignals[i] == SIGINT ? static_cast<int>(SA_RESTART | SA_RESETHAND) : SA_RESTART;
        // A shell that starts the program in the background has it ignore interrupts, and nohup that its
        // terminal goes; that stays so.
        if (m_system->previous[i].sa_handler != SIG_IGN) {
            sigaction(watchedSignals[i], &action, nullptr);
        }
    }
}

InterruptWatch::~InterruptWatch()
{
    for (size_t i = 0; i < watchedSignals.size(); ++i) {
        sigaction(watchedSignals[i], &m_system->previous[i], nullptr);
    }
    wakeDescriptor = -1;
    const ssize_t written = write(m_system->pipe[1], &quitByte, 1);
    static_cast<void>(written);
    m_system->waiter.join();
    close(m_system->pipe[0]);
    close(m_system->pipe[1]);
}

} // namespace weightless::cli
