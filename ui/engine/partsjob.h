// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"
#include "ui/engine/jobmoment.h"
#include "widgets/plot/memorysample.h"

#include <QTimer>

#include <algorithm>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace weightless::ui {

// What a page knows of the one thing that its own worker does: since when, how to stop it, and when to look
// at its memory. GUI thread.
class PartsJob {
public:
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    // Of what runs; new with each begin().
    [[nodiscard]] std::stop_token stopToken() const { return m_stop.get_token(); }
    void requestStop() { m_stop.request_stop(); }
    // Of what runs, by its worker's clock, until its end; 0 before it has begun.
    [[nodiscard]] double seconds() const { return m_clock ? m_clock->seconds() : 0; }
    // Ticks often enough for a live chart, while something runs.
    [[nodiscard]] QTimer& timer() { return m_timer; }

    // False while something runs.
    bool begin()
    {
        constexpr int sampleIntervalMs = 25;
        if (m_isBusy)
            return false;
        m_isBusy = true;
        m_stop = std::stop_source();
        m_clock.reset();
        m_timer.start(sampleIntervalMs);
        return true;
    }
    // The worker has begun: what it did before, and when this thread hears of it, is no part of the time.
    void follow(std::shared_ptr<const LoadClock> clock)
    {
        m_clock = std::move(clock);
        m_latest = 0;
    }
    void end()
    {
        m_timer.stop();
        m_isBusy = false;
    }

    // Of what was held, so many seconds after the job's beginning.
    [[nodiscard]] static widgets::MemorySample sampleOf(const MemorySnapshot& memory, double seconds)
    {
        const auto of = [&memory](MemoryPurpose purpose) { return static_cast<qint64>(memory.of(purpose)); };
        widgets::MemorySample sample;
        sample.seconds = seconds;
        sample.cpuOverheadBytes = static_cast<qint64>(memory.hostOverheadBytes());
        sample.deviceWeightsBytes = of(MemoryPurpose::Weights);
        sample.devicePassingBytes = static_cast<qint64>(memory.passingBytes);
        sample.deviceActivationsBytes = of(MemoryPurpose::Activations);
        sample.stagingBytes = of(MemoryPurpose::Staging);
        return sample;
    }

    // At that moment; where more was held since the meter was asked before, that comes first, so that the
    // highest samples are the peaks that are counted. None lies before another one that was made already.
    [[nodiscard]] std::vector<widgets::MemorySample> samplesOf(const JobMoment& moment)
    {
        const MemoryHighest& highest = moment.highest;
        m_latest = std::max(m_latest, moment.seconds);
        const widgets::MemorySample now = sampleOf(moment.held, m_latest);
        widgets::MemorySample before = now;
        before.cpuOverheadBytes =
            std::max(now.cpuOverheadBytes, static_cast<qint64>(highest.hostOverheadBytes));
        if (static_cast<qint64>(highest.deviceBytes) > now.deviceWeightsBytes + now.deviceActivationsBytes) {
            before.deviceWeightsBytes = static_cast<qint64>(highest.weightsBytes);
            before.deviceActivationsBytes = static_cast<qint64>(highest.deviceBytes - highest.weightsBytes);
        }
        return before == now ? std::vector {now} : std::vector {before, now};
    }
    // What the meter says now. It has begun.
    [[nodiscard]] std::vector<widgets::MemorySample> samples(MemoryMeter& meter)
    {
        return samplesOf(momentOf(*m_clock, meter));
    }

    // How long what is held at the end of a job of so many seconds is drawn: a sample has a width only where
    // another one follows. A quick one has an end that is seen, a long one does not take longer than it did.
    [[nodiscard]] static double widthOfEnd(double seconds) { return std::min(0.03 * seconds, 0.05); }

private:
    bool m_isBusy = false;
    std::stop_source m_stop;
    std::shared_ptr<const LoadClock> m_clock; // the worker's; null before it has begun
    double m_latest = 0; // sample
    QTimer m_timer;
};

} // namespace weightless::ui
