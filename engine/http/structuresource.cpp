// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/structuresource.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>
#include <utility>

namespace weightless::http {

StructureSource::StructureSource(std::shared_ptr<const BlockCache> blocks, uint64_t limitBytes)
    : m_blocks(std::move(blocks))
    , m_limitBytes(limitBytes)
{
}

void StructureSource::readAt(
    uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const
{
    {
        const std::scoped_lock lock(m_mutex);
        const uint64_t begin = offsetBytes / BlockCache::blockBytes;
        const uint64_t end = ceilDivide(offsetBytes + destination.size(), BlockCache::blockBytes);
        // Reading on in the block of the last read costs nothing more.
        const uint64_t first = begin + 1 == m_nextBlock ? m_nextBlock : begin;
        m_countedBytes += (std::max(end, first) - first) * BlockCache::blockBytes;
        m_nextBlock = std::max(end, begin + 1);
        if (m_countedBytes > m_limitBytes) {
            throw Error(ErrorKind::Io,
                "Cannot read '" + name() + "': its structure, without the weights, has no end within "
                    + formatBytes(m_limitBytes)
                    + "; this is no usual model: download the file if you trust it");
        }
    }
    m_blocks->readAt(offsetBytes, destination, stop);
}

} // namespace weightless::http
