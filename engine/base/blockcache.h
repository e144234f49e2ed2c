// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytesource.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace weightless {

// Another source through a few blocks of memory, for readers that hop forward in small steps where every read
// of the source costs a round trip. Reads that go straight on fetch more at a time. Any thread.
class BlockCache final : public ByteSource {
public:
    static constexpr uint64_t blockBytes = 64 * 1024;
    static constexpr size_t maxBlocks = 64;
    static constexpr size_t maxBlocksAtOnce = 16;

    explicit BlockCache(std::shared_ptr<const ByteSource> source);

    [[nodiscard]] std::string name() const override { return m_source->name(); }
    [[nodiscard]] uint64_t sizeBytes() const override { return m_source->sizeBytes(); }
    void readAt(
        uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const override;
    void checkUnchanged() const override { m_source->checkUnchanged(); }

private:
    using Block = std::pair<uint64_t, std::vector<std::byte>>;

    // Both with the lock held.
    [[nodiscard]] const std::vector<std::byte>& block(uint64_t index, const std::stop_token& stop) const;
    void fetch(uint64_t index, const std::stop_token& stop) const;

    std::shared_ptr<const ByteSource> m_source;
    mutable std::mutex m_mutex;
    mutable std::list<Block> m_blocks; // most recently used first
    mutable std::map<uint64_t, std::list<Block>::iterator> m_index;
    mutable uint64_t m_nextIndex = 0; // behind the last fetch
    mutable size_t m_run = 1; // blocks that the next fetch takes if it begins there
};

} // namespace weightless
