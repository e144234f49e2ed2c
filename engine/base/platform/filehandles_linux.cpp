// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/filehandles.h"

#include "engine/base/platform/descriptor_linux.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/resource.h>

namespace weightless {

size_t fileHandlesBeyond(size_t kept) noexcept
{
    // The system gives the lowest number that is free: nearly as many are in use.
    const platform::Descriptor next(::open("/", O_PATH | O_CLOEXEC));
    rlimit limit {};
    if (next.get() < 0 || ::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return 0;
    }
    const rlim_t needed = static_cast<rlim_t>(next.get()) + kept;
    return static_cast<size_t>(limit.rlim_cur - std::min(needed, limit.rlim_cur));
}

} // namespace weightless
