// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/programpath.h"

#include "engine/base/error.h"

#include <windows.h>

#include <string>

namespace weightless {

std::filesystem::path programPath()
{
    std::wstring path(32768, L'\0'); // the longest path Windows has
    const DWORD size = GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
    if (size == 0 || size >= path.size()) {
        throw Error(ErrorKind::Io, "The path of the running program cannot be found");
    }
    path.resize(size);
    return path;
}

} // namespace weightless
