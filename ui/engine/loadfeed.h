// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace weightless::ui {

// How a load stands: written by the worker after every constant, read by the GUI's timer, so that nothing is
// queued per constant. Lock-free but for the phase's name.
class LoadFeed {
public:
    explicit LoadFeed(size_t constantCount)
        : m_setAtSeconds(constantCount)
    {
        for (auto& seconds : m_setAtSeconds)
            seconds.store(-1, std::memory_order_relaxed);
    }

    [[nodiscard]] size_t constantCount() const { return m_setAtSeconds.size(); }

    // Negative while the constant is hollow; otherwise seconds since the load began, pauses excluded (0 for
    // one that was set before).
    [[nodiscard]] float setAtSeconds(size_t index) const
    {
        return m_setAtSeconds[index].load(std::memory_order_acquire);
    }
    void markSet(size_t index, float seconds)
    {
        m_setAtSeconds[index].store(seconds, std::memory_order_release);
    }

    void setPhase(const std::string& name)
    {
        const std::lock_guard lock(m_mutex);
        if (m_phase != name)
            m_phase = name;
    }
    [[nodiscard]] std::string phase() const
    {
        const std::lock_guard lock(m_mutex);
        return m_phase;
    }

    std::atomic<size_t> constantsSet {0};
    std::atomic<uint64_t> bytesSet {0};
    std::atomic<uint64_t> byteCount {0};
    std::atomic<double> phaseFraction {0};
    std::atomic<int64_t> currentConstant {-1}; // the one that was worked on last
    std::atomic<bool> isPauseRequested {false}; // written by the GUI

private:
    std::vector<std::atomic<float>> m_setAtSeconds;
    mutable std::mutex m_mutex; // guards m_phase
    std::string m_phase;
};

using LoadFeedPtr = std::shared_ptr<LoadFeed>;

} // namespace weightless::ui
