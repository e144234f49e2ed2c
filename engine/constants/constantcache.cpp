// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/constantcache.h"

#include "engine/constants/conversion/elementconversion.h"

#include <algorithm>
#include <tuple>

namespace weightless {

bool ConstantKey::operator<(const ConstantKey& other) const
{
    const auto tied = [](const ConstantKey& key) {
        return std::tie(key.file.device, key.file.inode, key.file.sizeBytes, key.file.modifiedNs,
            key.file.changedNs, key.offsetBytes, key.lengthBytes, key.encoding, key.storedType, key.type,
            key.sizeBytes, key.blockedTaps, key.isImported);
    };
    return tied(*this) < tied(other);
}

std::optional<ConstantKey> keyOf(const ConstantInfo& constant, bool isImported)
{
    const auto* range = std::get_if<FileRange>(&constant.source.range);
    if (range == nullptr || range->file == nullptr || range->lengthBytes == 0) {
        return std::nullopt;
    }
    ConstantKey key;
    key.file = range->file->identity;
    key.offsetBytes = range->offsetBytes;
    key.lengthBytes = range->lengthBytes;
    key.encoding = constant.source.encoding;
    key.storedType = storedTypeOf(constant);
    key.type = constant.descriptor.type;
    key.sizeBytes = constant.sizeBytes;
    key.blockedTaps = constant.blockedTaps;
    key.isImported = isImported;
    return key;
}

std::shared_ptr<const ConstantStorage> ConstantCache::find(const ConstantKey& key) const
{
    const std::scoped_lock lock(m_mutex);
    const auto entry = m_entries.find(key);
    return entry == m_entries.end() ? nullptr : entry->second.lock();
}

void ConstantCache::add(const ConstantKey& key, const std::shared_ptr<const ConstantStorage>& storage)
{
    const std::scoped_lock lock(m_mutex);
    m_entries[key] = storage;
    if (m_entries.size() >= m_sweepAt) {
        std::erase_if(m_entries, [](const auto& entry) { return entry.second.expired(); });
        m_sweepAt = std::max<size_t>(1024, 2 * m_entries.size());
    }
}

} // namespace weightless
