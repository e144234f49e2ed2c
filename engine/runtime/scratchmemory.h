// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/slabs.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace weightless {

// Who binds the arena, and gives that up when another takes its place.
class ArenaUser {
public:
    virtual void forgetArena() noexcept = 0;

protected:
    ~ArenaUser() = default;
};

// Activations of a graph's plans, of which one runs at a time: all have the largest arena so far as their
// own. One thread.
class ScratchMemory {
public:
    // Whether a plan with such an arena has to replace it.
    [[nodiscard]] bool isTooSmall(uint64_t sizeBytes, uint64_t slabBytes) const;
    // Drops what is there, which its users forget.
    void reset() noexcept;
    void replace(std::shared_ptr<const Slabs> arena) { m_arena = std::move(arena); }
    void addUser(const std::shared_ptr<ArenaUser>& user);

    // There is one since replace().
    [[nodiscard]] vulkan::BufferRange range(uint64_t offsetBytes, uint64_t sizeBytes) const
    {
        return m_arena->range(offsetBytes, sizeBytes);
    }

private:
    std::shared_ptr<const Slabs> m_arena;
    std::vector<std::weak_ptr<ArenaUser>> m_users;
};

} // namespace weightless
