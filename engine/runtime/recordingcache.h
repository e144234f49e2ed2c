// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/recording.h"
#include "engine/runtime/scratchmemory.h"

#include <deque>
#include <memory>

namespace weightless {

// The recordings of one plan by the tensors that they bind, the last few that were used. One thread.
class RecordingCache final : public ArenaUser {
public:
    // Null when there is none that is cut for that much work in a segment; one that is not goes. Valid until
    // the next call that is not const.
    [[nodiscard]] const Recording* find(const StepBindings& bindings, bool profile, uint64_t mostWork);
    const Recording& add(std::unique_ptr<Recording> recording);
    // Drops those that bind the buffer.
    void forget(const vulkan::Buffer& buffer) noexcept;
    // Drops all, as each may bind it.
    void forgetArena() noexcept override { m_recordings.clear(); }

private:
    std::deque<std::unique_ptr<Recording>> m_recordings; // most recently used first
};

} // namespace weightless
