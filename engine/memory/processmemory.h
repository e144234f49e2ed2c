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

// All memory that the system has, without what firmware sets aside for graphics; 0 when it does not say.
[[nodiscard]] uint64_t systemMemoryBytes();

// Memory the system could hand out now without swapping; 0 when it does not say.
[[nodiscard]] uint64_t availableSystemMemoryBytes();

// From now on malloc gives freed blocks of a mebibyte or more back to the system. glibc would keep ever
// larger ones (up to 32 MiB) in its heap, where aligned blocks among smaller ones are not found again: a
// software device, whose memory is such blocks, grows with every load. For the whole process; any thread, any
// number of times. Other systems do so by themselves.
void returnLargeBlocksAtOnce() noexcept;

// Gives back to the system what malloc still holds of freed small blocks, for after what needs much memory
// for a moment (reading a model, planning): glibc would keep it. Some milliseconds where there is much. Any
// thread.
void returnFreedMemory() noexcept;

} // namespace weightless
