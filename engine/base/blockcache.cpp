// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/blockcache.h"

#include "engine/base/error.h"

#include <algorithm>

namespace weightless {

BlockCache::BlockCache(std::shared_ptr<const ByteSource> source)
    : m_source(std::move(source))
{
}

void BlockCache::readAt(
    uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const
{
    if (offsetBytes > sizeBytes() || destination.size() > sizeBytes() - offsetBytes) {
        throw Error(ErrorKind::Io,
            "'" + name() + "' has " + std::to_string(sizeBytes()) + " bytes, but "
                + std::to_string(destination.size()) + " more were expected at "
                + std::to_string(offsetBytes));
    }
    const std::scoped_lock lock(m_mutex);
    while (!destination.empty()) {
        const std::vector<std::byte>& bytes = block(offsetBytes / blockBytes, stop);
        const auto begin = static_cast<size_t>(offsetBytes % blockBytes);
        const size_t count = std::min(destination.size(), bytes.size() - begin);
        std::copy_n(bytes.begin() + static_cast<ptrdiff_t>(begin), count, destination.begin());
        destination = destination.subspan(count);
        offsetBytes += count;
    }
}

const std::vector<std::byte>& BlockCache::block(uint64_t index, const std::stop_token& stop) const
{
    if (!m_index.contains(index)) {
        fetch(index, stop);
    }
    const auto found = m_index.at(index);
    m_blocks.splice(m_blocks.begin(), m_blocks, found);
    return found->second;
}

void BlockCache::fetch(uint64_t index, const std::stop_token& stop) const
{
    m_run = index == m_nextIndex ? std::min(2 * m_run, maxBlocksAtOnce) : 1;
    const uint64_t begin = index * blockBytes;
    std::vector<std::byte> bytes(
        static_cast<size_t>(std::min<uint64_t>(m_run * blockBytes, sizeBytes() - begin)));
    m_source->readAt(begin, bytes, stop);
    for (size_t offset = 0; offset < bytes.size(); offset += blockBytes) {
        const uint64_t each = index + offset / blockBytes;
        if (const auto old = m_index.find(each); old != m_index.end()) {
            m_blocks.erase(old->second);
        }
        const auto first = bytes.begin() + static_cast<ptrdiff_t>(offset);
        const size_t count = std::min<size_t>(blockBytes, bytes.size() - offset);
        m_blocks.emplace_front(each, std::vector<std::byte>(first, first + static_cast<ptrdiff_t>(count)));
        m_index[each] = m_blocks.begin();
        m_nextIndex = each + 1;
    }
    while (m_blocks.size() > maxBlocks) {
        m_index.erase(m_blocks.back().first);
        m_blocks.pop_back();
    }
}

} // namespace weightless
