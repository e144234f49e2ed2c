// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/standardstreams.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <unistd.h>

namespace weightless {

void occupyStandardStreams() noexcept
{
    // Output is opened for reading, so that results that nobody gets are an error.
    constexpr std::array<int, 3> modes {O_RDONLY, O_RDONLY, O_WRONLY};
    for (size_t stream = 0; stream < modes.size(); ++stream) {
        const bool isClosed = ::fcntl(static_cast<int>(stream), F_GETFD) < 0 && errno == EBADF;
        if (isClosed && ::open("/dev/null", modes[stream]) < 0) { // takes the lowest number that is free
            return;
        }
    }
}

} // namespace weightless
