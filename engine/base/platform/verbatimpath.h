// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace weightless::platform {

inline constexpr std::wstring_view verbatimPrefix = L"\\\\?\\";
inline constexpr std::wstring_view verbatimShare = L"\\\\?\\UNC\\";

// Windows' verbatim paths, which no length limits, as people write them: \\?\C:\x is C:\x, and
// \\?\UNC\server\x is \\server\x. Other paths are returned as they are.
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file#win32-file-namespaces
[[nodiscard]] inline std::wstring withoutVerbatimPrefix(std::wstring_view path)
{
    if (path.starts_with(verbatimShare)) {
        return L"\\\\" + std::wstring(path.substr(verbatimShare.size()));
    }
    const bool isDrive =
        path.starts_with(verbatimPrefix) && path.substr(verbatimPrefix.size()).find(L':') == 1;
    return std::wstring(isDrive ? path.substr(verbatimPrefix.size()) : path);
}

// The inverse, of a path that begins with a drive or a server.
[[nodiscard]] inline std::wstring withVerbatimPrefix(std::wstring_view path)
{
    const bool isShare = path.starts_with(L"\\\\");
    return std::wstring(isShare ? verbatimShare : verbatimPrefix)
        + std::wstring(path.substr(isShare ? 2 : 0));
}

} // namespace weightless::platform
