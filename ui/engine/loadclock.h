// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <mutex>

namespace weightless::ui {

// Seconds of a load, or of another job, as the worker lives them: pauses do not count, nor the way of a
// message to another thread. One thread starts, holds and stops it, any may read it.
class LoadClock {
public:
    // `before`: seconds that a load which is continued has taken already.
    explicit LoadClock(double before = 0)
        : m_before(before)
    {
    }

    void run()
    {
        const std::lock_guard lock(m_mutex);
        if (!m_isRunning)
            m_begin = Clock::now();
        m_isRunning = true;
    }
    void hold()
    {
        const std::lock_guard lock(m_mutex);
        m_before = now();
        m_isRunning = false;
    }
    [[nodiscard]] double seconds() const
    {
        const std::lock_guard lock(m_mutex);
        return now();
    }

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] double now() const
    {
        return m_before + (m_isRunning ? std::chrono::duration<double>(Clock::now() - m_begin).count() : 0.0);
    }

    mutable std::mutex m_mutex; // guards all
    double m_before; // until m_begin
    bool m_isRunning = false;
    Clock::time_point m_begin;
};

} // namespace weightless::ui
