// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/threadpriority.h"

#include <windows.h>

namespace weightless {

void lowerThreadPriority() noexcept
{
    static_cast<void>(::SetThreadPriority(::GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL));
}

} // namespace weightless
