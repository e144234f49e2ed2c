// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/memory/processmemory.h"

#include <windows.h>

#include <psapi.h>

#include <algorithm>

namespace weightless {

ProcessMemory processMemory()
{
    PROCESS_MEMORY_COUNTERS_EX counters {};
    GetProcessMemoryInfo(
        GetCurrentProcess(), reinterpret_cast<PROCESS_MEMORY_COUNTERS*>(&counters), sizeof counters);
    ProcessMemory memory;
    // Both mean what is committed; some systems fill in the one, some the other.
    const SIZE_T committed = std::max(counters.PrivateUsage, counters.PagefileUsage);
    memory.anonymousBytes = std::min(committed, counters.WorkingSetSize);
    memory.fileBytes = counters.WorkingSetSize - memory.anonymousBytes;
    memory.peakResidentBytes = counters.PeakWorkingSetSize;
    return memory;
}

uint64_t systemMemoryBytes()
{
    MEMORYSTATUSEX status {};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
}

uint64_t availableSystemMemoryBytes()
{
    MEMORYSTATUSEX status {};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? status.ullAvailPhys : 0;
}

void returnLargeBlocksAtOnce() noexcept { } // Windows' heap does

void returnFreedMemory() noexcept { } // as above

} // namespace weightless
