// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/platform/console.h"

#include <cstdio>
#include <windows.h>

namespace weightless {

void joinConsoleOfParent()
{
    if (GetStdHandle(STD_OUTPUT_HANDLE) != nullptr || !AttachConsole(ATTACH_PARENT_PROCESS)) {
        return;
    }
    SetConsoleOutputCP(CP_UTF8);
    std::freopen("CONOUT$", "w", stdout); // NOLINT: the streams are the C library's
    std::freopen("CONOUT$", "w", stderr);
}

} // namespace weightless
