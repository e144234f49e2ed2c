// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/folder.h"

#include "engine/base/platform/paths_windows.h"
#include "engine/base/platform/verbatimpath.h"

#include <memory>
#include <string>
#include <string_view>

namespace weightless {

namespace fs = std::filesystem;

fs::path platform::finalPath(HANDLE handle)
{
    std::wstring text(GetFinalPathNameByHandleW(handle, nullptr, 0, FILE_NAME_NORMALIZED), L'\0');
    text.resize(GetFinalPathNameByHandleW(
        handle, text.data(), static_cast<DWORD>(text.size()), FILE_NAME_NORMALIZED));
    fs::path path = withoutVerbatimPrefix(text);
    const bool endsInSeparator = path.has_relative_path() && !path.has_filename(); // the root of a share
    return endsInSeparator ? path.parent_path() : path;
}

std::wstring platform::openablePath(const fs::path& path)
{
    constexpr size_t longestPlain = MAX_PATH - 13; // of a folder, the shorter of the two limits
    const std::wstring plain = withoutVerbatimPrefix(path.native());
    if (plain.size() <= longestPlain || plain != path.native() || !path.is_absolute()) {
        return path.native();
    }
    return withVerbatimPrefix(path.lexically_normal().make_preferred().native());
}

fs::path plainPath(const fs::path& path)
{
    return platform::withoutVerbatimPrefix(path.native());
}

fs::path canonicalPath(const fs::path& path, std::error_code& error)
{
    // In a verbatim path "/" separates nothing, and "." and ".." are names.
    fs::path normal = plainPath(path).lexically_normal();
    normal.make_preferred();
    if (normal.native().ends_with(L':')) {
        normal += L'\\'; // the root, and not the volume under it
    }
    HANDLE handle = CreateFileW(platform::openablePath(normal).c_str(), 0,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
        FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    fs::path result = handle == INVALID_HANDLE_VALUE ? fs::path {} : platform::finalPath(handle);
    error.assign(result.empty() ? static_cast<int>(GetLastError()) : 0, std::system_category());
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    return result;
}

std::vector<std::filesystem::path> namesIn(const std::filesystem::path& folder, std::error_code& error)
{
    std::vector<std::filesystem::path> names;
    WIN32_FIND_DATAW entry {};
    const HANDLE found = FindFirstFileW((folder / L"*").c_str(), &entry);
    if (found == INVALID_HANDLE_VALUE) {
        error.assign(static_cast<int>(GetLastError()), std::system_category());
        return names;
    }
    const std::unique_ptr<void, decltype(&FindClose)> search(found, FindClose);
    do {
        const std::wstring_view name = entry.cFileName;
        if (name != L"." && name != L"..") {
            names.emplace_back(name);
        }
    } while (FindNextFileW(search.get(), &entry));
    const DWORD reason = GetLastError();
    error.assign(reason == ERROR_NO_MORE_FILES ? 0 : static_cast<int>(reason), std::system_category());
    return names;
}

} // namespace weightless
