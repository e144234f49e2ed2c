// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/modes/unconfirmed.h"

#include "engine/constants/transfer/filepool.h"

#include <utility>

namespace weightless {

Unconfirmed::Unconfirmed(std::shared_ptr<ConstantStore> store, size_t mostConstants)
    : m_store(std::move(store))
    , m_generation(m_store->generation())
{
    m_constants.reserve(mostConstants);
}

bool Unconfirmed::giveUp(const FilePool& files)
{
    const FilePool::Changed changed = files.changed();
    std::erase_if(
        m_constants, [&](size_t constant) { return !changed.contains(m_store->info(constant).source); });
    m_store->takeBack(m_constants, m_generation);
    return m_constants.empty();
}

} // namespace weightless
