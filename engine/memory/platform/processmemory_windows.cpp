// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/memory/processmemory.h"

#include <windows.h>

#include <psapi.h>

namespace weightless {

ProcessMemory processMemory()
{
    PROCESS_MEMORY_COUNTERS_EX counters {};
    GetProcessMemoryInfo(
        GetCurrentProcess(), reinterpret_cast<PROCESS_MEMORY_COUNTERS*>(&counters), sizeof counters);
    ProcessMemory memory;
    memory.anonymousBytes =
        counters.PrivateUsage < counters.WorkingSetSize ? counters.PrivateUsage : counters.WorkingSetSize;
    memory.fileBytes = counters.WorkingSetSize - memory.anonymousBytes;
    memory.peakResidentBytes = counters.PeakWorkingSetSize;
    return memory;
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
