// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/platform/system.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace weightless::cli {

bool isErrorTerminal()
{
    const char* term = std::getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

size_t errorColumns()
{
    winsize size {};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::string outputFailure()
{
    return std::strerror(errno);
}

std::vector<std::string> utf8Arguments(int argc, char** argv)
{
    return argc > 1 ? std::vector<std::string>(argv + 1, argv + argc) : std::vector<std::string> {};
}

std::string environmentText(const char* name)
{
    const char* const text = std::getenv(name);
    return text != nullptr ? text : std::string();
}

std::optional<std::filesystem::path> findProgram(const std::string& name)
{
    const char* variable = std::getenv("PATH");
    std::string_view folders = variable != nullptr ? variable : "";
    while (!folders.empty()) {
        const size_t length = std::min(folders.find(':'), folders.size());
        // An empty entry is the current folder, where nobody expects a program to be started from.
        if (length > 0) {
            std::filesystem::path path = std::filesystem::path(folders.substr(0, length)) / name;
            std::error_code ignored;
            if (std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0) {
                return path;
            }
        }
        folders.remove_prefix(std::min(length + 1, folders.size()));
    }
    return std::nullopt;
}

std::filesystem::path cacheFolder()
{
    // https://specifications.freedesktop.org/basedir-spec: a relative XDG_CACHE_HOME is to be ignored.
    const char* cacheHome = std::getenv("XDG_CACHE_HOME");
    if (cacheHome != nullptr && std::filesystem::path(cacheHome).is_absolute()) {
        return std::filesystem::path(cacheHome) / "weightless";
    }
    const char* home = std::getenv("HOME");
    if (home != nullptr && std::filesystem::path(home).is_absolute()) {
        return std::filesystem::path(home) / ".cache" / "weightless";
    }
    return {};
}

} // namespace weightless::cli
