// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/platform/interrupt.h"

#include <windows.h>

#include <mutex>
#include <optional>

namespace weightless::cli {

namespace {

// Windows calls the handler on a thread of its own, so a lock is allowed.
std::mutex activeMutex;
std::optional<std::stop_source> activeSource;

BOOL WINAPI handleControl(DWORD)
{
    const std::lock_guard lock(activeMutex);
    // FALSE lets the system's own handler end the program: for the second request.
    return activeSource && activeSource->request_stop() ? TRUE : FALSE;
}

} // namespace

struct InterruptWatch::System { };

InterruptWatch::InterruptWatch()
{
    const std::lock_guard lock(activeMutex);
    activeSource = m_source;
    SetConsoleCtrlHandler(handleControl, TRUE);
}

InterruptWatch::~InterruptWatch()
{
    SetConsoleCtrlHandler(handleControl, FALSE);
    const std::lock_guard lock(activeMutex);
    activeSource.reset();
}

} // namespace weightless::cli
