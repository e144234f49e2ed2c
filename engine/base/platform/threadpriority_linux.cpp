// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/threadpriority.h"

#include <sys/resource.h>

namespace weightless {

void lowerThreadPriority() noexcept
{
    constexpr int aThirdOfAShare = 5;
    // On Linux 0 is the calling thread, not its process.
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, aThirdOfAShare));
}

} // namespace weightless
