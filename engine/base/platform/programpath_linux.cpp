// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/programpath.h"

#include "engine/base/error.h"

#include <system_error>

namespace weightless {

std::filesystem::path programPath()
{
    std::error_code error;
    std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) {
        throw Error(ErrorKind::Io, "The path of the running program cannot be found: " + error.message());
    }
    return path;
}

} // namespace weightless
