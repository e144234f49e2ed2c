// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/folder.h"

#include <cerrno>
#include <memory>
#include <string_view>

#include <dirent.h>

namespace weightless {

std::vector<std::filesystem::path> namesIn(const std::filesystem::path& folder, std::error_code& error)
{
    std::vector<std::filesystem::path> names;
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(
        ::opendir(folder.empty() ? "." : folder.c_str()), ::closedir);
    if (!stream) {
        error.assign(errno, std::generic_category());
        return names;
    }
    errno = 0; // readdir() says with it whether the end or an error was reached
    while (const dirent* entry = ::readdir(stream.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") {
            names.emplace_back(name);
        }
        errno = 0;
    }
    error.assign(errno, std::generic_category());
    return names;
}

std::filesystem::path plainPath(const std::filesystem::path& path)
{
    return path;
}

std::filesystem::path canonicalPath(const std::filesystem::path& path, std::error_code& error)
{
    return std::filesystem::canonical(path, error);
}

} // namespace weightless
