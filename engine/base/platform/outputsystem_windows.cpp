// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/outputsystem.h"

#include "engine/base/folder.h"
#include "engine/base/platform/systemerror_windows.h"

#include <algorithm>
#include <array>

namespace weightless {

namespace {

using platform::throwIo;

namespace fs = std::filesystem;

constexpr size_t mostNoteBytes = 1 << 20;

HANDLE toHandle(intptr_t handle)
{
    return reinterpret_cast<HANDLE>(handle);
}

std::string contentOf(HANDLE file)
{
    std::string content;
    std::array<char, 4096> buffer {};
    DWORD count = 0;
    while (content.size() < mostNoteBytes && ReadFile(file, buffer.data(), buffer.size(), &count, nullptr)
        && count > 0) {
        content.append(buffer.data(), count);
    }
    return content;
}

void move(const fs::path& from, const fs::path& to, DWORD flags)
{
    if (!MoveFileExW(from.c_str(), to.c_str(), flags | MOVEFILE_WRITE_THROUGH)) {
        throwIo("rename to", to);
    }
}

class WindowsOutput final : public OutputSystem {
public:
    // Others may rename it, as replace() does while it is open, but not open it for themselves alone.
    intptr_t create(const fs::path& path) override
    {
        HANDLE file = CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
            CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
        if (file == INVALID_HANDLE_VALUE) {
            throwIo("create", path);
        }
        return reinterpret_cast<intptr_t>(file);
    }

    void write(intptr_t handle, std::span<const std::byte> bytes, const fs::path& target) override
    {
        while (!bytes.empty()) {
            const auto wanted = static_cast<DWORD>(std::min<size_t>(bytes.size(), 1u << 30));
            DWORD count = 0;
            if (!WriteFile(toHandle(handle), bytes.data(), wanted, &count, nullptr)) {
                throwIo("write", target);
            }
            bytes = bytes.subspan(count);
        }
    }

    void sync(intptr_t handle, const fs::path& target) override
    {
        if (!FlushFileBuffers(toHandle(handle))) {
            throwIo("write", target);
        }
    }

    void close(intptr_t handle) noexcept override { CloseHandle(toHandle(handle)); }

    void replace(const fs::path& from, const fs::path& to) override
    {
        move(from, to, MOVEFILE_REPLACE_EXISTING);
    }

    void publish(const fs::path& from, const fs::path& to) override { move(from, to, 0); }

    void syncFolder(const fs::path&) override { } // MOVEFILE_WRITE_THROUGH did

    void remove(const fs::path& path) noexcept override { DeleteFileW(path.c_str()); }

    void removeAbandoned(const fs::path& path) noexcept override
    {
        // Nobody else may have it open.
        HANDLE file = CreateFileW(path.c_str(), DELETE, 0, nullptr, OPEN_EXISTING,
            FILE_FLAG_DELETE_ON_CLOSE | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
        if (file != INVALID_HANDLE_VALUE) {
            CloseHandle(file);
        }
    }

    std::optional<Lock> lock(const fs::path& path) override
    {
        HANDLE file = CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, 0, nullptr,
            OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
        if (file == INVALID_HANDLE_VALUE) {
            const DWORD code = GetLastError();
            if (code == ERROR_SHARING_VIOLATION) {
                return std::nullopt;
            }
            throwIo("create", path, code);
        }
        return Lock {reinterpret_cast<intptr_t>(file), contentOf(file)};
    }

    void rewrite(intptr_t handle, std::string_view note, const fs::path& path) override
    {
        if (!SetFilePointerEx(toHandle(handle), {}, nullptr, FILE_BEGIN) || !SetEndOfFile(toHandle(handle))) {
            throwIo("write", path);
        }
        write(handle, std::as_bytes(std::span(note)), path);
    }

    void unlock(intptr_t handle, const fs::path&, bool removesFile) noexcept override
    {
        if (removesFile) {
            FILE_DISPOSITION_INFO disposition {TRUE};
            SetFileInformationByHandle(
                toHandle(handle), FileDispositionInfo, &disposition, sizeof disposition);
        }
        CloseHandle(toHandle(handle));
    }

    std::vector<fs::path> namesIn(const fs::path& folder) const override
    {
        std::error_code ignored;
        return weightless::namesIn(folder, ignored);
    }
};

} // namespace

OutputSystem& OutputSystem::native()
{
    static WindowsOutput system;
    return system;
}

void makeFileSizeLimitsErrors() noexcept { } // there are none

} // namespace weightless
