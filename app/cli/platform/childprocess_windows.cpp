// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/platform/system.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"

#include <windows.h>

#include <array>
#include <string>
#include <system_error>
#include <utility>

namespace weightless::cli {

namespace {

constexpr uint64_t outputLimitBytes = 64 * MiB;
constexpr DWORD pollMs = 20;

[[noreturn]] void fail(const std::string& what)
{
    throw Error(
        ErrorKind::Io, what + ": " + std::system_category().message(static_cast<int>(GetLastError())));
}

class Handle {
public:
    explicit Handle(HANDLE value = nullptr)
        : m_value(value)
    {
    }
    ~Handle() { close(); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    [[nodiscard]] HANDLE get() const { return m_value; }
    HANDLE* put() { return &m_value; }
    void close()
    {
        if (m_value != nullptr) {
            CloseHandle(std::exchange(m_value, nullptr));
        }
    }

private:
    HANDLE m_value;
};

// A pipe whose write end a child inherits.
struct Pipe {
    Handle readEnd;
    Handle writeEnd;

    Pipe()
    {
        SECURITY_ATTRIBUTES inheritable {sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
        if (!CreatePipe(readEnd.put(), writeEnd.put(), &inheritable, 0)) {
            fail("a pipe cannot be made");
        }
        SetHandleInformation(readEnd.get(), HANDLE_FLAG_INHERIT, 0);
    }
};

std::wstring toWide(const std::string& text)
{
    const int size = MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0);
    std::wstring result(static_cast<size_t>(size), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), result.data(), size);
    return result;
}

// The inverse of CommandLineToArgvW: backslashes count only before a quotation mark.
std::wstring quoted(const std::wstring& word)
{
    std::wstring out = L"\"";
    size_t backslashes = 0;
    for (const wchar_t c : word) {
        if (c == L'\\') {
            ++backslashes;
            continue;
        }
        out.append(c == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
        backslashes = 0;
        out += c;
    }
    out.append(2 * backslashes, L'\\');
    return out + L'"';
}

// A child in a process group of its own: Ctrl-Break reaches it alone. It is ended with this object.
class Child {
public:
    Child(const std::filesystem::path& program, std::span<const std::string> arguments, HANDLE output,
        HANDLE errorOutput)
    {
        std::wstring commandLine = quoted(program.wstring());
        for (const std::string& argument : arguments) {
            commandLine += L' ' + quoted(toWide(argument));
        }

        STARTUPINFOW startup {};
        startup.cb = sizeof startup;
        startup.dwFlags = STARTF_USESTDHANDLES;
        startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
        startup.hStdOutput = output;
        startup.hStdError = errorOutput;
        if (!CreateProcessW(program.c_str(), commandLine.data(), nullptr, nullptr, TRUE,
                CREATE_NEW_PROCESS_GROUP, nullptr, nullptr, &startup, &m_information))
            fail(displayPath(program) + " cannot be started");
    }
    ~Child()
    {
        if (WaitForSingleObject(m_information.hProcess, 0) == WAIT_TIMEOUT) {
            TerminateProcess(m_information.hProcess, 1);
            WaitForSingleObject(m_information.hProcess, INFINITE);
        }
        CloseHandle(m_information.hThread);
        CloseHandle(m_information.hProcess);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void interrupt() const { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, m_information.dwProcessId); }
    [[nodiscard]] int wait() const
    {
        DWORD code = 0;
        WaitForSingleObject(m_information.hProcess, INFINITE);
        GetExitCodeProcess(m_information.hProcess, &code);
        return static_cast<int>(code);
    }

private:
    PROCESS_INFORMATION m_information {};
};

// False at the end of the child's output.
bool readAvailable(HANDLE pipe, std::string& output)
{
    DWORD available = 0;
    if (!PeekNamedPipe(pipe, nullptr, 0, nullptr, &available, nullptr)) {
        return false; // the last writer is gone
    }
    if (available == 0) {
        return true;
    }
    std::array<char, 16384> buffer {};
    DWORD count = 0;
    if (!ReadFile(pipe, buffer.data(), static_cast<DWORD>(buffer.size()), &count, nullptr)) {
        return false;
    }
    output.append(buffer.data(), count);
    if (output.size() > outputLimitBytes) {
        throw Error(ErrorKind::Io, "a child's output exceeds " + formatBytes(outputLimitBytes));
    }
    return true;
}

} // namespace

ChildResult runChild(
    const std::filesystem::path& program, std::span<const std::string> arguments, const std::stop_token& stop)
{
    Pipe output;
    Pipe errorOutput;
    const Child child(program, arguments, output.writeEnd.get(), errorOutput.writeEnd.get());
    output.writeEnd.close();
    errorOutput.writeEnd.close();

    ChildResult result;
    bool isInterrupted = false;
    for (bool isOpen = true; isOpen;) {
        if (stop.stop_requested() && !std::exchange(isInterrupted, true)) {
            child.interrupt();
        }
        const bool hasOutput = readAvailable(output.readEnd.get(), result.output);
        const bool hasErrorOutput = readAvailable(errorOutput.readEnd.get(), result.errorOutput);
        isOpen = hasOutput || hasErrorOutput;
        if (isOpen) {
            Sleep(pollMs);
        }
    }
    // What ends a line there is two characters.
    std::erase(result.output, '\r');
    std::erase(result.errorOutput, '\r');
    result.exitCode = child.wait();
    return result;
}

} // namespace weightless::cli
