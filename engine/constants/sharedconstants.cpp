// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/sharedconstants.h"

namespace weightless {

SharedConstants::SharedConstants(std::shared_ptr<ConstantCache> cache, const LoadOptions& options)
    : m_cache(std::move(cache))
    , m_shares(!options.forcedPath)
{
}

std::shared_ptr<const ConstantStorage> SharedConstants::find(
    const ConstantInfo& constant, bool isImported) const
{
    const auto key = m_shares ? keyOf(constant, isImported) : std::nullopt;
    if (!key) {
        return nullptr;
    }
    auto storage = m_own.find(*key);
    return storage || !m_cache ? storage : m_cache->find(*key);
}

std::shared_ptr<const ConstantStorage> SharedConstants::keep(
    const ConstantInfo& constant, ConstantStorage storage, LoadPath path)
{
    auto kept = std::make_shared<const ConstantStorage>(std::move(storage));
    const auto key = m_shares ? keyOf(constant, path == LoadPath::Imported) : std::nullopt;
    if (!key) {
        return kept;
    }
    m_own.add(*key, kept);
    if (m_cache && path == LoadPath::Imported) {
        m_cache->add(*key, kept);
    } else if (m_cache) {
        m_unpublished.push_back({*key, kept, path});
    }
    return kept;
}

void SharedConstants::publish()
{
    for (const Unpublished& each : m_unpublished) {
        if (const auto kept = each.storage.lock()) {
            m_cache->add(each.key, kept);
        }
    }
    m_unpublished.clear();
}

void SharedConstants::publishDirect()
{
    std::erase_if(m_unpublished, [](const Unpublished& each) { return each.path != LoadPath::Direct; });
    publish();
}

} // namespace weightless
