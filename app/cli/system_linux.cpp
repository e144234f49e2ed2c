// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/system.h"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace weightless::cli {

bool isErrorTerminal()
{
    const char* term = std::getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

std::vector<std::string> utf8Arguments(int argc, char** argv)
{
    return argc > 1 ? std::vector<std::string>(argv + 1, argv + argc) : std::vector<std::string> {};
}

std::filesystem::path executablePath()
{
    return std::filesystem::read_symlink("/proc/self/exe");
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
