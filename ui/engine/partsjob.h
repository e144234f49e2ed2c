// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"
#include "widgets/plot/memorysample.h"

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <stop_token>
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
    [[nodiscard]] double seconds() const { return static_cast<double>(m_clock.nsecsElapsed()) * 1e-9; }
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
        m_clock.start();
        m_timer.start(sampleIntervalMs);
        return true;
    }
    void end()
    {
        m_timer.stop();
        m_isBusy = false;
    }

    // Of what was held, at this moment of the job.
    [[nodiscard]] widgets::MemorySample sampleOf(const MemorySnapshot& memory) const
    {
        const auto of = [&memory](MemoryPurpose purpose) { return static_cast<qint64>(memory.of(purpose)); };
        widgets::MemorySample sample;
        sample.seconds = seconds();
        sample.cpuOverheadBytes = static_cast<qint64>(memory.hostOverheadBytes());
        sample.deviceWeightsBytes = of(MemoryPurpose::Weights);
        sample.devicePassingBytes = static_cast<qint64>(memory.passingBytes);
        sample.deviceActivationsBytes = of(MemoryPurpose::Activations);
        sample.deviceStagingBytes = of(MemoryPurpose::Staging);
        return sample;
    }

    // What the meter says now, at this moment of the job; where more was held since it was asked last, that
    // comes before, so that the highest samples are the peaks that are counted.
    [[nodiscard]] std::vector<widgets::MemorySample> samples(MemoryMeter& meter) const
    {
        const MemoryHighest highest = meter.takeHighest();
        const widgets::MemorySample now = sampleOf(meter.snapshot());
        widgets::MemorySample before = now;
        before.cpuOverheadBytes =
            std::max(now.cpuOverheadBytes, static_cast<qint64>(highest.hostOverheadBytes));
        if (static_cast<qint64>(highest.deviceBytes) > now.deviceWeightsBytes + now.deviceActivationsBytes) {
            before.deviceWeightsBytes = static_cast<qint64>(highest.weightsBytes);
            before.deviceActivationsBytes = static_cast<qint64>(highest.deviceBytes - highest.weightsBytes);
        }
        return before == now ? std::vector {now} : std::vector {before, now};
    }

    // How long what is held at the end of a job of so many seconds is drawn: a sample has a width only where
    // another one follows. A quick one has an end that is seen, a long one does not take longer than it did.
    [[nodiscard]] static double widthOfEnd(double seconds) { return std::min(0.03 * seconds, 0.05); }

private:
    bool m_isBusy = false;
    std::stop_source m_stop;
    QElapsedTimer m_clock;
    QTimer m_timer;
};

} // namespace weightless::ui
