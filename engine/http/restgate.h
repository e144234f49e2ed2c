// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace weightless::http {

// Lets threads work while somebody waits for them, and a moment longer, so that the short time between two
// calls costs nothing, but not through a pause.
class RestGate {
public:
    class Opening {
    public:
        explicit Opening(RestGate& gate)
            : m_gate(gate)
        {
            m_gate.open();
        }
        ~Opening() { m_gate.close(); }
        Opening(const Opening&) = delete;
        Opening& operator=(const Opening&) = delete;

    private:
        RestGate& m_gate;
    };

    // Returns while the gate is open, or a stop is requested.
    void pass(const std::stop_token& stop);

private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto grace = std::chrono::milliseconds(10);

    void open();
    void close();
    [[nodiscard]] bool isOpen() const;

    std::atomic<Clock::rep> m_openUntil {0};
    std::mutex m_mutex;
    std::condition_variable_any m_opened;
};

} // namespace weightless::http
