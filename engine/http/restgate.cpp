// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/restgate.h"

#include <limits>

namespace weightless::http {

void RestGate::pass(const std::stop_token& stop)
{
    if (isOpen()) {
        return;
    }
    std::unique_lock lock(m_mutex);
    m_opened.wait(lock, stop, [this] { return isOpen(); });
}

void RestGate::open()
{
    {
        const std::scoped_lock lock(m_mutex); // nobody is between looking and waiting
        m_openUntil.store(std::numeric_limits<Clock::rep>::max());
    }
    m_opened.notify_all();
}

void RestGate::close()
{
    m_openUntil.store((Clock::now() + grace).time_since_epoch().count());
}

bool RestGate::isOpen() const
{
    return Clock::now().time_since_epoch().count() < m_openUntil.load();
}

} // namespace weightless::http
