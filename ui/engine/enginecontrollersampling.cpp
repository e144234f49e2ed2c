// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/enginecontroller.h"

#include "engine/memory/processmemory.h"

#include <algorithm>

// What the timer sees of a load or a run, and when that was.
namespace weightless::ui {

namespace {

widgets::MemorySample sampleOf(const MemorySnapshot& memory, uint64_t hostOverheadBytes)
{
    widgets::MemorySample sample;
    sample.cpuOverheadBytes = static_cast<qint64>(hostOverheadBytes);
    sample.deviceWeightsBytes = static_cast<qint64>(memory.of(MemoryPurpose::Weights));
    sample.devicePassingBytes = static_cast<qint64>(memory.passingBytes);
    sample.deviceActivationsBytes = static_cast<qint64>(memory.of(MemoryPurpose::Activations));
    sample.stagingBytes = static_cast<qint64>(memory.of(MemoryPurpose::Staging));
    return sample;
}

} // namespace

void EngineController::setClockRunning(bool runs)
{
    if (runs == m_clock.isValid())
        return;
    if (runs) {
        m_clock.start();
    } else {
        m_activeSeconds += static_cast<double>(m_clock.nsecsElapsed()) * 1e-9;
        m_clock.invalidate();
    }
}

double EngineController::activeSeconds() const
{
    const EngineState state = modelState();
    if (m_feed && (state == EngineState::Loading || state == EngineState::Paused))
        return m_feed->clock.seconds();
    return m_activeSeconds + (m_clock.isValid() ? static_cast<double>(m_clock.nsecsElapsed()) * 1e-9 : 0);
}

widgets::MemorySample EngineController::sampleNow() const
{
    widgets::MemorySample sample;
    if (m_graph) {
        const MemorySnapshot memory = m_graph->meter->snapshot();
        sample = sampleOf(memory, memory.hostOverheadBytes());
    }
    sample.seconds = activeSeconds();
    sample.processRssBytes = static_cast<qint64>(processMemory().residentBytes());
    return sample;
}

void EngineController::tick()
{
    if (m_state == EngineState::Loading || m_state == EngineState::Running)
        collectSamples();
    else
        emit memorySampled(sampleNow());
    if (m_state != EngineState::Loading)
        return;
    collectSetConstants();
    emit progressed();
}

// What the worker saw after each step, and what is there now: a step may take long.
void EngineController::collectSamples()
{
    std::vector<widgets::MemorySample> samples;
    if (m_feed) {
        for (const LoadFeed::Sample& taken : m_feed->takeSamples()) {
            samples.push_back(sampleOf(taken.memory, taken.hostOverheadBytes));
            samples.back().seconds = taken.seconds;
        }
    }
    samples.push_back(sampleNow());
    // The worker may have put down a moment just before the one that is now.
    for (widgets::MemorySample& sample : samples)
        m_lastSampleSeconds = sample.seconds = std::max(sample.seconds, m_lastSampleSeconds);
    emit activitySampled(samples);
    emit memorySampled(samples.back());
}

void EngineController::collectSetConstants()
{
    if (!m_feed)
        return;
    std::vector<int> fresh;
    for (size_t i = 0; i < m_isSet.size() && i < m_feed->constantCount(); ++i) {
        if (!m_isSet[i] && m_feed->setAtSeconds(i) >= 0) {
            m_isSet[i] = true;
            fresh.push_back(static_cast<int>(i));
        }
    }
    if (!fresh.empty())
        emit constantsSet(fresh);
}

} // namespace weightless::ui
