// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/console.h"

#include "app/cli/output/progressline.h"
#include "app/cli/platform/system.h"
#include "engine/base/credentials.h"
#include "engine/base/error.h"
#include "engine/base/text.h"

#include <cstdio>

namespace weightless::cli {

namespace {

constexpr auto progressInterval = std::chrono::milliseconds(100);

void writeError(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

} // namespace

Console::Console()
    : m_isTerminal(isErrorTerminal())
{
}

Console::~Console()
{
    clearProgress();
}

void Console::error(std::string_view message)
{
    line("error", message);
}

void Console::warning(std::string_view message)
{
    line("warning", message);
}

void Console::note(std::string_view message)
{
    line("note", message);
}

void Console::line(std::string_view kind, std::string_view message)
{
    const std::lock_guard lock(m_mutex);
    clearLocked();
    writeError("weightless-cli: " + std::string(kind) + ": " + printable(withoutCredentials(message)) + "\n");
}

void Console::progress(std::string_view what, double fraction, std::string_view detail)
{
    if (!m_isTerminal) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    const auto now = std::chrono::steady_clock::now();
    if (m_hasProgress && now - m_lastProgress < progressInterval) {
        return;
    }
    m_lastProgress = now;
    m_hasProgress = true;

    // Back to the line's beginning, and erased to its end afterwards.
    writeError("\r" + progressLine(what, fraction, detail, errorColumns()) + "\x1b[K");
}

void Console::clearProgress()
{
    const std::lock_guard lock(m_mutex);
    clearLocked();
}

void Console::clearLocked()
{
    if (m_hasProgress) {
        writeError("\r\x1b[K");
    }
    m_hasProgress = false;
}

LogSink Console::logSink()
{
    return [this](LogLevel level, const std::string& message) {
        if (level != LogLevel::Info) {
            warning(message);
        }
    };
}

void print(std::string_view text)
{
    const std::string lines = printableLines(text);
    const bool isWritten = std::fwrite(lines.data(), 1, lines.size(), stdout) == lines.size();
    if (!isWritten || std::fflush(stdout) != 0) {
        throw Error(ErrorKind::Io, "standard output cannot be written: " + outputFailure());
    }
}

} // namespace weightless::cli
