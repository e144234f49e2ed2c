// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/blockcache.h"

#include <cstdint>
#include <memory>
#include <mutex>

namespace weightless::http {

// A model on a server for one reader of its structure, who skips the weights. A server can send structure
// without end, each part of it right: so what the blocks that are read add up to has a limit. Any thread.
class StructureSource final : public ByteSource {
public:
    StructureSource(std::shared_ptr<const BlockCache> blocks, uint64_t limitBytes);

    [[nodiscard]] std::string name() const override { return m_blocks->name(); }
    [[nodiscard]] uint64_t sizeBytes() const override { return m_blocks->sizeBytes(); }
    // Io as well when the limit is reached.
    void readAt(
        uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const override;
    void checkUnchanged() const override { m_blocks->checkUnchanged(); }

private:
    std::shared_ptr<const BlockCache> m_blocks;
    uint64_t m_limitBytes;
    mutable std::mutex m_mutex; // guards the rest
    mutable uint64_t m_nextBlock = 0; // behind the last one that was counted
    mutable uint64_t m_countedBytes = 0;
};

} // namespace weightless::http
