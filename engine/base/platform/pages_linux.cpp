// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/pages.h"

#include "engine/base/bytes.h"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace weightless {

void makePresent(std::span<std::byte> memory) noexcept
{
#ifdef MADV_POPULATE_WRITE
    constexpr size_t leastBytes = 64 * KiB; // below that the call costs what it saves
    if (memory.size() < leastBytes) {
        return;
    }
    const auto pageBytes = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
    const auto address = reinterpret_cast<uintptr_t>(memory.data());
    const uintptr_t begin = alignDown(address, pageBytes);
    const uintptr_t end = alignUp(address + memory.size(), pageBytes);
    ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
#else
    static_cast<void>(memory);
#endif
}

} // namespace weightless
