// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <windows.h>

namespace weightless::platform {

// Io with what `code` means: "Cannot <action> '<path>': …".
[[noreturn]] void throwIo(
    const std::string& action, const std::filesystem::path& path, DWORD code = GetLastError());

} // namespace weightless::platform
