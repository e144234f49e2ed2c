// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/scratchmemory.h"

namespace weightless {

bool ScratchMemory::isTooSmall(uint64_t sizeBytes, uint64_t slabBytes) const
{
    return !m_arena || m_arena->sizeBytes() < sizeBytes || m_arena->slabBytes() != slabBytes;
}

void ScratchMemory::reset() noexcept
{
    m_arena.reset();
    for (const auto& each : m_users) {
        if (const auto user = each.lock()) {
            user->forgetArena();
        }
    }
}

void ScratchMemory::addUser(const std::shared_ptr<ArenaUser>& user)
{
    std::erase_if(m_users, [](const auto& each) { return each.expired(); });
    m_users.push_back(user);
}

} // namespace weightless
