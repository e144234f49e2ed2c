// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/memory/processmemory.h"

#include "engine/base/platform/platform.h"

namespace weightless {

ProcessMemory processMemory()
{
    const platform::ProcessMemory memory = platform::processMemory();
    return {memory.anonymousBytes, memory.fileBytes, memory.sharedBytes, memory.peakResidentBytes};
}

uint64_t availableSystemMemoryBytes()
{
    return platform::availableSystemMemory();
}

void returnLargeBlocksAtOnce() noexcept
{
    platform::returnLargeBlocksAtOnce();
}

} // namespace weightless
