// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/pages.h"

#include "engine/base/bytes.h"
#include "engine/base/platform/platform.h"

namespace weightless {

void makePresent(std::span<std::byte> memory) noexcept
{
    constexpr size_t leastBytes = 64 * KiB; // below that the call costs what it saves
    if (memory.size() >= leastBytes) {
        platform::makePresent(memory);
    }
}

} // namespace weightless
