// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace weightless {

// What the system says of this process: Linux's RssAnon, RssFile and RssShmem; on Windows the private part of
// the working set, the rest of it, and 0.
struct ProcessMemory {
    uint64_t anonymousBytes = 0;
    uint64_t fileBytes = 0;
    uint64_t sharedBytes = 0;
    uint64_t peakResidentBytes = 0; // since the process began

    [[nodiscard]] uint64_t residentBytes() const { return anonymousBytes + fileBytes + sharedBytes; }
};

// One read of the system's counters (some 20 µs on Linux). Any thread.
[[nodiscard]] ProcessMemory processMemory();

// Memory the system could hand out now without swapping; 0 when it does not say.
[[nodiscard]] uint64_t availableSystemMemoryBytes();

} // namespace weightless
