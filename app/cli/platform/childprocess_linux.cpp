// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/platform/system.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace weightless::cli {

namespace {

constexpr uint64_t outputLimitBytes = 64 * MiB;
constexpr int stopPollMs = 50;

[[noreturn]] void fail(const std::string& what, int systemError)
{
    throw Error(ErrorKind::Io, what + ": " + std::strerror(systemError));
}

class SpawnActions {
public:
    SpawnActions() { posix_spawn_file_actions_init(&m_actions); }
    ~SpawnActions() { posix_spawn_file_actions_destroy(&m_actions); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;

    posix_spawn_file_actions_t* get() { return &m_actions; }

private:
    posix_spawn_file_actions_t m_actions {};
};

// A started child; it is awaited whatever happens, so that none is left behind.
class Child {
public:
    explicit Child(pid_t id)
        : m_id(id)
    {
    }
    ~Child()
    {
        if (m_id > 0) {
            kill(m_id, SIGKILL);
            (void)wait();
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    // Not SIGINT: a shell may have had us ignore it, and children inherit that.
    void interrupt() const { kill(m_id, SIGTERM); }

    // nullopt when the system does not tell (we were started with SIGCHLD ignored).
    std::optional<int> wait() noexcept
    {
        int status = 0;
        pid_t ended = 0;
        do {
            ended = waitpid(m_id, &status, 0);
        } while (ended < 0 && errno == EINTR);
        m_id = 0;
        if (ended < 0) {
            return std::nullopt;
        }
        return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }

private:
    pid_t m_id;
};

class Pipe {
public:
    Pipe()
    {
        if (pipe2(m_ends.data(), O_CLOEXEC) != 0) {
            fail("a pipe cannot be made", errno);
        }
    }
    ~Pipe()
    {
        closeEnd(0);
        closeEnd(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    [[nodiscard]] int readEnd() const { return m_ends[0]; }
    [[nodiscard]] int writeEnd() const { return m_ends[1]; }
    void closeWriteEnd() { closeEnd(1); }

private:
    void closeEnd(size_t index)
    {
        if (m_ends[index] >= 0) {
            close(std::exchange(m_ends[index], -1));
        }
    }

    std::array<int, 2> m_ends {-1, -1};
};

pid_t spawn(const std::filesystem::path& program, std::span<const std::string> arguments, const Pipe& output,
    const Pipe& errorOutput)
{
    SpawnActions actions;
    int error = posix_spawn_file_actions_adddup2(actions.get(), output.writeEnd(), STDOUT_FILENO);
    if (error == 0) {
        error = posix_spawn_file_actions_adddup2(actions.get(), errorOutput.writeEnd(), STDERR_FILENO);
    }
    if (error != 0) {
        fail("a child's output cannot be redirected", error);
    }

    std::string name = program.string();
    std::vector<std::string> words(arguments.begin(), arguments.end());
    std::vector<char*> argv {name.data()};
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);

    pid_t id = 0;
    error = posix_spawn(&id, name.c_str(), actions.get(), nullptr, argv.data(), environ);
    if (error != 0) {
        fail(displayPath(program) + " cannot be started", error);
    }
    return id;
}

// False at the end of the child's output.
bool readSome(int descriptor, std::string& output)
{
    std::array<char, 16384> buffer {};
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) {
        return true;
    }
    if (count < 0) {
        fail("a child's output cannot be read", errno);
    }
    output.append(buffer.data(), static_cast<size_t>(count));
    if (output.size() > outputLimitBytes) {
        throw Error(ErrorKind::Io, "a child's output exceeds " + formatBytes(outputLimitBytes));
    }
    return count > 0;
}

} // namespace

ChildResult runChild(
    const std::filesystem::path& program, std::span<const std::string> arguments, const std::stop_token& stop)
{
    Pipe output;
    Pipe errorOutput;
    Child child(spawn(program, arguments, output, errorOutput));
    output.closeWriteEnd();
    errorOutput.closeWriteEnd();

    ChildResult result;
    std::array<pollfd, 2> waiting {
        pollfd {output.readEnd(), POLLIN, 0}, pollfd {errorOutput.readEnd(), POLLIN, 0}};
    const std::array<std::string*, 2> texts {&result.output, &result.errorOutput};
    bool isInterrupted = false;
    while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
        const int ready = poll(waiting.data(), waiting.size(), stopPollMs);
        if (ready < 0 && errno != EINTR) {
            fail("a child's output cannot be awaited", errno);
        }
        if (stop.stop_requested() && !std::exchange(isInterrupted, true)) {
            child.interrupt();
        }
        for (size_t i = 0; ready > 0 && i < waiting.size(); ++i) {
            if (waiting[i].revents != 0 && !readSome(waiting[i].fd, *texts[i])) {
                waiting[i].fd = -1; // poll() passes over negative descriptors
            }
        }
    }
    const std::optional<int> exitCode = child.wait();
    if (!exitCode) {
        fail(displayPath(program) + " cannot be awaited", errno);
    }
    result.exitCode = *exitCode;
    return result;
}

} // namespace weightless::cli
