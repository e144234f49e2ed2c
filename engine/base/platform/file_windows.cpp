// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/platform/platform.h"

#include "engine/base/error.h"
#include "engine/base/folder.h"
#include "engine/base/platform/paths_windows.h"
#include "engine/base/platform/systemerror_windows.h"

#include <algorithm>
#include <string>

namespace weightless::platform {

namespace {

HANDLE toHandle(intptr_t handle)
{
    return reinterpret_cast<HANDLE>(handle);
}

FileIdentity identityFrom(HANDLE handle, const std::filesystem::path& path)
{
    BY_HANDLE_FILE_INFORMATION info {};
    if (!GetFileInformationByHandle(handle, &info)) {
        throwIo("examine", path);
    }
    const auto join = [](DWORD high, DWORD low) { return (static_cast<uint64_t>(high) << 32) | low; };
    FILE_BASIC_INFO times {};
    if (!GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof times)) {
        throwIo("examine", path);
    }
    // Ticks of 100 ns since 1601, which are too many nanoseconds; since 1970 they are not.
    const auto sinceUnixNs = [](const LARGE_INTEGER& time) {
        constexpr int64_t unixEpochTicks = 116'444'736'000'000'000;
        constexpr int64_t tickNs = 100;
        return (time.QuadPart - unixEpochTicks) * tickNs;
    };
    return {info.dwVolumeSerialNumber, join(info.nFileIndexHigh, info.nFileIndexLow),
        join(info.nFileSizeHigh, info.nFileSizeLow), sinceUnixNs(times.LastWriteTime),
        sinceUnixNs(times.ChangeTime)};
}

[[noreturn]] void throwNoFile(const std::filesystem::path& path)
{
    throw Error(ErrorKind::Io, "Cannot open '" + displayPath(path) + "': it is not a regular file");
}

HANDLE openHandle(const std::filesystem::path& path, DWORD access = GENERIC_READ,
    DWORD sharing = FILE_SHARE_READ | FILE_SHARE_DELETE)
{
    // Overlapped: reads of one handle would otherwise wait for each other.
    HANDLE handle = CreateFileW(openablePath(path).c_str(), access, sharing, nullptr, OPEN_EXISTING,
        FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OVERLAPPED, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        const DWORD code = GetLastError();
        const DWORD attributes = GetFileAttributesW(openablePath(path).c_str());
        if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) {
            throwNoFile(path); // for which the system says that access is denied
        }
        throwIo("open", path, code);
    }
    return handle;
}

OpenedFile checkedFile(HANDLE handle, const std::filesystem::path& path)
{
    try {
        if (GetFileType(handle) != FILE_TYPE_DISK) {
            throwNoFile(path);
        }
        return {reinterpret_cast<intptr_t>(handle), identityFrom(handle, path)};
    } catch (...) {
        CloseHandle(handle);
        throw;
    }
}

// What an overlapped read waits for. One for each read: what is local to a thread may be destroyed after its
// memory is gone there (mingw), and another handle closed in its place.
class ReadEvent {
public:
    ReadEvent()
        : m_event(CreateEventW(nullptr, TRUE, FALSE, nullptr))
    {
    }
    ~ReadEvent()
    {
        if (m_event != nullptr) {
            CloseHandle(m_event);
        }
    }
    ReadEvent(const ReadEvent&) = delete;
    ReadEvent& operator=(const ReadEvent&) = delete;

    [[nodiscard]] HANDLE get() const { return m_event; } // null when the system has none left

private:
    HANDLE m_event;
};

} // namespace

void throwIo(const std::string& action, const std::filesystem::path& path, DWORD code)
{
    char text[256] = {};
    const DWORD length = FormatMessageA(
        FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS | FORMAT_MESSAGE_MAX_WIDTH_MASK, nullptr,
        code, 0, text, sizeof text, nullptr);
    throw Error(ErrorKind::Io,
        "Cannot " + action + " '" + displayPath(path) + "': " + std::string(text, length) + "(error "
            + std::to_string(code) + ")");
}

OpenedFile openForReading(const std::filesystem::path& path)
{
    return checkedFile(openHandle(path), path);
}

OpenedFile openBeneath(const std::filesystem::path& folder, const std::filesystem::path& relative)
{
    return openBeneathByPath(folder, relative);
}

OpenedFile openBeneathByPath(const std::filesystem::path& folder, const std::filesystem::path& relative)
{
    const std::filesystem::path path = folder / relative;
    const OpenedFile opened = checkedFile(openHandle(path), path);
    try {
        // Names in other cases are the same file; what is asked is the folder.
        std::error_code error;
        const std::filesystem::path expected = canonicalPath(folder, error);
        const std::filesystem::path actual = finalPath(toHandle(opened.handle));
        const auto end = std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
        if (expected.empty() || end.first != expected.end()) {
            throwIo("open", path, ERROR_CANT_ACCESS_FILE);
        }
        return opened;
    } catch (...) {
        closeFile(opened.handle);
        throw;
    }
}

void closeFile(intptr_t handle) noexcept
{
    CloseHandle(toHandle(handle));
}

FileIdentity identityOfPath(const std::filesystem::path& path)
{
    // Also of a file that somebody writes to, which nobody may open for reading then.
    constexpr DWORD withAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const OpenedFile opened = checkedFile(openHandle(path, FILE_READ_ATTRIBUTES, withAll), path);
    closeFile(opened.handle);
    return opened.identity;
}

FileIdentity identityOfHandle(intptr_t handle, const std::filesystem::path& path)
{
    return identityFrom(toHandle(handle), path);
}

bool hasName(intptr_t /*handle*/) noexcept
{
    return true;
}

size_t readSome(intptr_t handle, uint64_t offsetBytes, std::span<std::byte> destination,
    const std::filesystem::path& path)
{
    const ReadEvent event;
    if (event.get() == nullptr) {
        throwIo("read", path, ERROR_NO_SYSTEM_RESOURCES);
    }
    OVERLAPPED position {};
    position.Offset = static_cast<DWORD>(offsetBytes);
    position.OffsetHigh = static_cast<DWORD>(offsetBytes >> 32);
    position.hEvent = event.get();
    const auto wanted = static_cast<DWORD>(std::min<size_t>(destination.size(), 1u << 30));
    DWORD count = 0;
    const bool isStarted = ReadFile(toHandle(handle), destination.data(), wanted, nullptr, &position) != 0
        || GetLastError() == ERROR_IO_PENDING;
    if (!isStarted || !GetOverlappedResult(toHandle(handle), &position, &count, TRUE)) {
        if (GetLastError() == ERROR_HANDLE_EOF) {
            return 0;
        }
        throwIo("read offset " + std::to_string(offsetBytes) + " of", path);
    }
    return count;
}

bool flushToDisk(const std::filesystem::path& path) noexcept
{
    HANDLE handle =
        CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
            nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        return false;
    }
    const bool isFlushed = FlushFileBuffers(handle) != 0;
    CloseHandle(handle);
    return isFlushed;
}

// Windows drops cached pages only for handles opened without buffering.
void dropCachedPages(intptr_t, uint64_t, uint64_t) noexcept { }

Mapping mapForReading(intptr_t handle, uint64_t sizeBytes, const std::filesystem::path& path)
{
    HANDLE section = CreateFileMappingW(toHandle(handle), nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (section == nullptr) {
        throwIo("map", path);
    }
    const void* address = MapViewOfFile(section, FILE_MAP_READ, 0, 0, sizeBytes);
    if (address == nullptr) {
        CloseHandle(section);
        throwIo("map", path);
    }
    return {{static_cast<const std::byte*>(address), sizeBytes}, reinterpret_cast<intptr_t>(section)};
}

void unmap(const Mapping& mapping) noexcept
{
    UnmapViewOfFile(mapping.bytes.data());
    CloseHandle(toHandle(mapping.handle));
}

uint64_t pageSize()
{
    SYSTEM_INFO info {};
    GetSystemInfo(&info);
    return info.dwAllocationGranularity;
}

} // namespace weightless::platform
