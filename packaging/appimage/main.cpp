// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program at the beginning of an AppImage of type 2: it mounts the image that follows it, or unpacks it
// where that is not possible, and starts AppRun in it. Options and environment are those of the AppImage
// specification.
#include "image.h"
#include "mount.h"
#include "temporaryfolder.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>

#include <sys/wait.h>
#include <unistd.h>

using namespace appimage;
namespace fs = std::filesystem;

namespace {

constexpr int cannotStart = 127;
constexpr std::string_view help = R"(Options of the AppImage itself; any other goes to the program in it:
  --appimage-extract [PATTERN]  unpacks it (or what matches) into ./squashfs-root
  --appimage-extract-and-run …  unpacks it into a temporary folder, starts it, removes it; so does
                                APPIMAGE_EXTRACT_AND_RUN=1
  --appimage-mount              mounts it and prints where, until Ctrl-C
  --appimage-offset             prints where the image begins, in bytes
  --appimage-version            prints what made it
  --appimage-help               prints this
Beside FILE.AppImage, a folder FILE.AppImage.home becomes HOME and FILE.AppImage.config XDG_CONFIG_HOME.
)";

void setEnvironment(const fs::path& file, const fs::path& folder, const char* calledAs)
{
    ::setenv("APPIMAGE", file.c_str(), 1);
    ::setenv("APPDIR", folder.c_str(), 1);
    ::setenv("ARGV0", calledAs, 1);
    std::error_code ignored;
    ::setenv("OWD", fs::current_path(ignored).c_str(), 1);
    for (const auto& [suffix, variable] :
        {std::pair(".home", "HOME"), std::pair(".config", "XDG_CONFIG_HOME")}) {
        const fs::path beside = file.string() + suffix;
        if (fs::is_directory(beside, ignored)) {
            ::setenv(variable, beside.c_str(), 1);
        }
    }
}

// Returns only if AppRun cannot be started.
int become(const fs::path& folder, char** arguments)
{
    const std::string program = (folder / "AppRun").string();
    ::execv(program.c_str(), arguments);
    std::fprintf(stderr, "AppImage: cannot start %s: %s\n", program.c_str(), std::strerror(errno));
    return cannotStart;
}

// Waits for the child and passes on what is sent to end it. Its exit code, or 128 and the signal that ended
// it.
int statusOf(pid_t child, const sigset_t& signals)
{
    for (;;) {
        const int signal = ::sigwaitinfo(&signals, nullptr);
        if (signal > 0 && signal != SIGCHLD) {
            ::kill(child, signal);
        }
        int status = 0;
        if (::waitpid(child, &status, WNOHANG) == child) {
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
    }
}

int extractAndRun(const fs::path& file, char** arguments)
{
    const fs::path folder = makeTemporaryFolder("appimage_weightless");
    std::error_code ignored;
    int result = cannotStart;
    try {
        extractImage(file, imageOffset(file), folder);
        setEnvironment(file, folder, arguments[0]);
        sigset_t signals;
        sigset_t before;
        ::sigemptyset(&signals);
        for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
            ::sigaddset(&signals, signal);
        }
        ::sigprocmask(SIG_BLOCK, &signals, &before);
        const pid_t child = ::fork();
        if (child == 0) {
            ::sigprocmask(SIG_SETMASK, &before, nullptr);
            ::_exit(become(folder, arguments));
        }
        result = child > 0 ? statusOf(child, signals) : cannotStart;
    } catch (...) {
        fs::remove_all(folder, ignored);
        throw;
    }
    fs::remove_all(folder, ignored);
    return result;
}

int mountAndWait(const fs::path& file)
{
    const auto folder = mountImage(file, imageOffset(file));
    if (!folder) {
        std::fputs("AppImage: FUSE is not available here\n", stderr);
        return cannotStart;
    }
    std::printf("%s\n", folder->c_str());
    std::fflush(stdout);
    ::pause();
    return 0;
}

int run(int count, char** arguments)
{
    const fs::path file = fs::read_symlink("/proc/self/exe");
    const std::string_view option = count > 1 ? arguments[1] : "";
    if (option == "--appimage-help") {
        std::fwrite(help.data(), 1, help.size(), stdout);
        return 0;
    }
    if (option == "--appimage-version") {
        std::printf("Weightless AppImage runtime, type 2\n");
        return 0;
    }
    if (option == "--appimage-offset") {
        std::printf("%zu\n", imageOffset(file));
        return 0;
    }
    if (option == "--appimage-extract") {
        extractImage(file, imageOffset(file), "squashfs-root", count > 2 ? arguments[2] : "");
        return 0;
    }
    if (option == "--appimage-mount") {
        return mountAndWait(file);
    }
    if (option == "--appimage-extract-and-run") {
        arguments[1] = arguments[0];
        return extractAndRun(file, arguments + 1);
    }
    if (std::getenv("APPIMAGE_EXTRACT_AND_RUN") == nullptr) {
        if (const auto folder = mountImage(file, imageOffset(file))) {
            setEnvironment(file, *folder, arguments[0]);
            return become(*folder, arguments);
        }
    }
    return extractAndRun(file, arguments);
}

} // namespace

int main(int count, char** arguments)
{
    try {
        return run(count, arguments);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "AppImage: %s\n", error.what());
        return cannotStart;
    }
}
