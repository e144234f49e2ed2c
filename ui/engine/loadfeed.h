// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"
#include "ui/engine/loadclock.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace weightless::ui {

// How a load stands: written by the worker after every constant, read by the GUI's timer, so that nothing is
// queued per constant.
class LoadFeed {
public:
    struct Sample {
        double seconds = 0;
        MemorySnapshot memory;
        uint64_t hostOverheadBytes = 0;
    };
    struct Phase {
        double seconds = 0; // when it began
        std::string name; // LoadProgress::phase
    };

    // `secondsBefore`, `fractionBefore`: what the parts of a load that is continued took, and how far they
    // came.
    explicit LoadFeed(size_t constantCount, double secondsBefore = 0, double fractionBefore = 0)
        : clock(secondsBefore)
        , m_fractionBefore(fractionBefore)
        , m_setAtSeconds(constantCount)
        , m_comesWithRuns(constantCount)
    {
        for (auto& seconds : m_setAtSeconds)
            seconds.store(-1, std::memory_order_relaxed);
    }

    [[nodiscard]] size_t constantCount() const { return m_setAtSeconds.size(); }

    // Negative while the constant is hollow; otherwise the clock's seconds when it was set.
    [[nodiscard]] float setAtSeconds(size_t index) const
    {
        return m_setAtSeconds[index].load(std::memory_order_acquire);
    }
    // Graph::comesWithRuns(), of one that is set.
    [[nodiscard]] bool comesWithRuns(size_t index) const
    {
        return m_comesWithRuns[index].load(std::memory_order_relaxed);
    }
    [[nodiscard]] size_t comingWithRuns() const { return m_comingWithRuns.load(); } // how many do
    // By the worker alone, as markHollow().
    void markSet(size_t index, float seconds, bool comesWithRuns)
    {
        leaveOut(index);
        if (comesWithRuns)
            ++m_comingWithRuns;
        m_comesWithRuns[index].store(comesWithRuns, std::memory_order_relaxed);
        m_setAtSeconds[index].store(seconds, std::memory_order_release);
    }

    void markHollow(size_t index)
    {
        leaveOut(index);
        m_setAtSeconds[index].store(-1, std::memory_order_release);
    }

    void setPhase(const std::string& name)
    {
        const std::lock_guard lock(m_mutex);
        if (!name.empty() && (m_phases.empty() || m_phases.back().name != name))
            m_phases.push_back({clock.seconds(), name});
    }
    // All since this load began; each load has a few.
    [[nodiscard]] std::vector<Phase> phases() const
    {
        const std::lock_guard lock(m_mutex);
        return m_phases;
    }

    // What is held now. Where more was held since the last sample (the meter's peak says so), that is a
    // sample too: what lasted less than a step is seen.
    void addSample(const MemorySnapshot& memory)
    {
        const std::lock_guard lock(m_mutex);
        const double seconds = clock.seconds();
        if (memory.hostOverheadPeakBytes > std::max(m_peakBytes, memory.hostOverheadBytes()))
            keep({seconds, memory, memory.hostOverheadPeakBytes});
        m_peakBytes = std::max({m_peakBytes, memory.hostOverheadPeakBytes, memory.hostOverheadBytes()});
        keep({seconds, memory, memory.hostOverheadBytes()});
    }
    // Those since it was asked last, in the order of time.
    [[nodiscard]] std::vector<Sample> takeSamples()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_samples, {});
    }

    std::atomic<size_t> constantsSet {0};
    std::atomic<uint64_t> bytesSet {0};
    std::atomic<uint64_t> byteCount {0};
    std::atomic<double> fraction {0}; // of this part, all phases
    std::atomic<int64_t> currentConstant {-1}; // the one that was worked on last
    std::atomic<bool> isPauseRequested {false}; // written by the GUI
    LoadClock clock; // run by the worker

    // Of the load with all its parts: what a part does over again must not take back what was shown.
    [[nodiscard]] double wholeFraction() const
    {
        return std::clamp(m_fractionBefore + (1 - m_fractionBefore) * fraction.load(), 0.0, 1.0);
    }

private:
    static constexpr size_t mostSamples = 1 << 16; // while nobody takes them

    void leaveOut(size_t index)
    {
        if (setAtSeconds(index) >= 0 && comesWithRuns(index))
            --m_comingWithRuns;
    }

    void keep(Sample sample)
    {
        if (m_samples.size() < mostSamples) {
            m_samples.push_back(sample);
            return;
        }
        sample.hostOverheadBytes = std::max(sample.hostOverheadBytes, m_samples.back().hostOverheadBytes);
        m_samples.back() = sample;
    }

    const double m_fractionBefore;
    std::vector<std::atomic<float>> m_setAtSeconds;
    std::vector<std::atomic<bool>> m_comesWithRuns;
    std::atomic<size_t> m_comingWithRuns {0};
    mutable std::mutex m_mutex; // guards what follows
    std::vector<Phase> m_phases;
    std::vector<Sample> m_samples;
    uint64_t m_peakBytes = 0;
};

using LoadFeedPtr = std::shared_ptr<LoadFeed>;

} // namespace weightless::ui
