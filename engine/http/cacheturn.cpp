// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/cacheturn.h"

#include <chrono>
#include <thread>

namespace weightless::http {

CacheTurn::CacheTurn(const std::filesystem::path& path)
    : m_path(path)
{
    // As long as a slow disk takes for a list. Nobody waits for it who could not do without.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!(m_lock = OutputSystem::native().lock(path)) && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

CacheTurn::~CacheTurn()
{
    if (m_lock) {
        OutputSystem::native().unlock(m_lock->handle, m_path, true);
    }
}

} // namespace weightless::http
