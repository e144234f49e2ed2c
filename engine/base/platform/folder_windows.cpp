// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/folder.h"

#include "engine/base/platform/systemerror_windows.h"

#include <memory>
#include <string_view>

namespace weightless {

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
