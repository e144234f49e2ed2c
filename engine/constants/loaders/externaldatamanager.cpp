// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loaders/externaldatamanager.h"

#include <utility>

namespace weightless {

void ExternalDataManager::add(std::shared_ptr<const ExternalDataLoader> loader)
{
    const std::scoped_lock lock(m_mutex);
    m_registered.push_back(std::move(loader));
}

void ExternalDataManager::addBuiltIn(std::shared_ptr<const ExternalDataLoader> loader)
{
    const std::scoped_lock lock(m_mutex);
    m_builtIn.push_back(std::move(loader));
}

std::shared_ptr<const ExternalDataLoader> ExternalDataManager::find(
    const ConstantSource& source, MemoryKind kind) const
{
    // Varints are decoded on the way, which takes reading and not bringing.
    if (source.encoding != SourceEncoding::Raw || lengthBytes(source) == 0) {
        return nullptr;
    }
    std::vector<std::shared_ptr<const ExternalDataLoader>> loaders;
    {
        const std::scoped_lock lock(m_mutex);
        loaders = m_registered;
        loaders.insert(loaders.end(), m_builtIn.begin(), m_builtIn.end());
    }
    for (auto& loader : loaders) {
        if (loader->canServe(source, kind)) {
            return std::move(loader);
        }
    }
    return nullptr;
}

} // namespace weightless
