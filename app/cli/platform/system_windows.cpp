// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/platform/system.h"

#include <windows.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <shellapi.h>

namespace weightless::cli {

namespace {

std::string toUtf8(const wchar_t* text)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
    if (size <= 1) {
        return {};
    }
    std::string result(static_cast<size_t>(size), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text, -1, result.data(), size, nullptr, nullptr);
    result.pop_back(); // the terminating zero
    return result;
}

} // namespace

bool isErrorTerminal()
{
    const HANDLE handle = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode = 0;
    return GetConsoleMode(handle, &mode) != 0
        && SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

size_t errorColumns()
{
    CONSOLE_SCREEN_BUFFER_INFO info {};
    const bool isKnown = GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &info) != 0;
    return isKnown ? static_cast<size_t>(std::max(info.srWindow.Right - info.srWindow.Left + 1, 0)) : 0;
}

std::string outputFailure()
{
    // The C library has no better word for a pipe whose reader is gone.
    const bool isClosedPipe =
        errno == EINVAL && GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE;
    return std::strerror(isClosedPipe ? EPIPE : errno);
}

std::vector<std::string> utf8Arguments(int, char**)
{
    SetConsoleOutputCP(CP_UTF8);
    int count = 0;
    const std::unique_ptr<wchar_t*, decltype(&LocalFree)> words(
        CommandLineToArgvW(GetCommandLineW(), &count), &LocalFree);
    std::vector<std::string> result;
    for (int i = 1; words && i < count; ++i) {
        result.push_back(toUtf8(words.get()[i]));
    }
    return result;
}

std::string environmentText(const char* name)
{
    const wchar_t* const text = _wgetenv(std::filesystem::path(name).c_str());
    return text != nullptr ? toUtf8(text) : std::string();
}

std::optional<std::filesystem::path> findProgram(const std::string& name)
{
    std::wstring path(32768, L'\0');
    const DWORD size = SearchPathW(nullptr, std::filesystem::path(name).c_str(), L".exe",
        static_cast<DWORD>(path.size()), path.data(), nullptr);
    if (size == 0 || size >= path.size()) {
        return std::nullopt;
    }
    path.resize(size);
    return path;
}

std::filesystem::path cacheFolder()
{
    const wchar_t* local = _wgetenv(L"LOCALAPPDATA");
    return local != nullptr ? std::filesystem::path(local) / "weightless" / "cache"
                            : std::filesystem::path {};
}

} // namespace weightless::cli
