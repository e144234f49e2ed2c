// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loaders/externaldatamanager.h"

#include "engine/base/error.h"
#include "engine/constants/loaderror.h"

#include <string>
#include <utility>

namespace weightless {

namespace {

bool canServe(const ExternalDataLoader& loader, const ConstantSource& source, MemoryKind kind)
{
    try {
        return loader.canServe(source, kind);
    } catch (...) {
        throw foreignError("Loader '" + std::string(loader.name()) + "', asked whether it can bring "
            + describe(source) + ",");
    }
}

void requireLoader(const std::shared_ptr<const ExternalDataLoader>& loader)
{
    if (loader == nullptr) {
        throw Error(ErrorKind::InvalidArgument, "A loader that is added must not be null");
    }
}

} // namespace

void ExternalDataManager::add(std::shared_ptr<const ExternalDataLoader> loader)
{
    requireLoader(loader);
    const std::scoped_lock lock(m_mutex);
    m_registered.push_back(std::move(loader));
}

void ExternalDataManager::addBuiltIn(std::shared_ptr<const ExternalDataLoader> loader)
{
    requireLoader(loader);
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
        if (canServe(*loader, source, kind)) {
            return std::move(loader);
        }
    }
    return nullptr;
}

} // namespace weightless
