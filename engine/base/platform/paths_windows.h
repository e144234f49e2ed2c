// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <windows.h>

namespace weightless::platform {

// Where the system says that an open file or folder lies, as people write it (std::filesystem takes the drive
// of a verbatim path for a name). Empty when it does not say (GetLastError() why).
[[nodiscard]] std::filesystem::path finalPath(HANDLE handle);

// What CreateFileW takes for this path, which may be longer than Windows' programs are used to.
[[nodiscard]] std::wstring openablePath(const std::filesystem::path& path);

} // namespace weightless::platform
