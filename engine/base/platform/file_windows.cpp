// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/platform/platform.h"

#include "engine/base/error.h"

#include <algorithm>
#include <windows.h>

namespace weightless::platform {

namespace {

HANDLE toHandle(intptr_t handle)
{
    return reinterpret_cast<HANDLE>(handle);
}

[[noreturn]] void throwIo(const std::string& action, const std::filesystem::path& path)
{
    const DWORD code = GetLastError();
    char text[256] = {};
    const DWORD length = FormatMessageA(
        FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS | FORMAT_MESSAGE_MAX_WIDTH_MASK, nullptr,
        code, 0, text, sizeof text, nullptr);
    throw Error(ErrorKind::Io,
        "Cannot " + action + " '" + displayPath(path) + "': " + std::string(text, length) + "(error "
            + std::to_string(code) + ")");
}

FileIdentity identityFrom(HANDLE handle, const std::filesystem::path& path)
{
    BY_HANDLE_FILE_INFORMATION info {};
    if (!GetFileInformationByHandle(handle, &info)) {
        throwIo("examine", path);
    }
    const auto join = [](DWORD high, DWORD low) { return (static_cast<uint64_t>(high) << 32) | low; };
    const uint64_t ticks = join(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime);
    return {info.dwVolumeSerialNumber, join(info.nFileIndexHigh, info.nFileIndexLow),
        join(info.nFileSizeHigh, info.nFileSizeLow), static_cast<int64_t>(ticks * 100)};
}

HANDLE openHandle(const std::filesystem::path& path)
{
    HANDLE handle = CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
        OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        throwIo("open", path);
    }
    return handle;
}

} // namespace

OpenedFile openForReading(const std::filesystem::path& path)
{
    HANDLE handle = openHandle(path);
    if (GetFileType(handle) != FILE_TYPE_DISK) {
        CloseHandle(handle);
        throw Error(ErrorKind::Io, "Cannot open '" + displayPath(path) + "': it is not a regular file");
    }
    try {
        return {reinterpret_cast<intptr_t>(handle), identityFrom(handle, path)};
    } catch (...) {
        CloseHandle(handle);
        throw;
    }
}

void closeFile(intptr_t handle) noexcept
{
    CloseHandle(toHandle(handle));
}

FileIdentity identityOfPath(const std::filesystem::path& path)
{
    const OpenedFile opened = openForReading(path);
    closeFile(opened.handle);
    return opened.identity;
}

FileIdentity identityOfHandle(intptr_t handle, const std::filesystem::path& path)
{
    return identityFrom(toHandle(handle), path);
}

size_t readSome(intptr_t handle, uint64_t offsetBytes, std::span<std::byte> destination,
    const std::filesystem::path& path)
{
    OVERLAPPED position {};
    position.Offset = static_cast<DWORD>(offsetBytes);
    position.OffsetHigh = static_cast<DWORD>(offsetBytes >> 32);
    const auto wanted = static_cast<DWORD>(std::min<size_t>(destination.size(), 1u << 30));
    DWORD count = 0;
    if (!ReadFile(toHandle(handle), destination.data(), wanted, &count, &position)) {
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
