// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/eventloopwatchdog.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

namespace weightless::widgets {

namespace {

constexpr int intervalMs = 5;
constexpr double longGapMs = 100;
// About an hour of ticks; later ones still count for the largest gap.
constexpr std::size_t mostGaps = 1'000'000;

double threadWorkMs()
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec time {};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
#endif
    return 0;
}

} // namespace

EventLoopWatchdog::EventLoopWatchdog(QObject* parent)
    : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(intervalMs);
    connect(&m_timer, &QTimer::timeout, this, &EventLoopWatchdog::tick);
}

void EventLoopWatchdog::start()
{
    m_sinceTick.start();
    m_workMs = threadWorkMs();
    m_timer.start();
}

void EventLoopWatchdog::stop()
{
    if (m_timer.isActive())
        tick();
    m_timer.stop();
    m_sinceTick.invalidate();
}

void EventLoopWatchdog::reset()
{
    m_gapsMs.clear();
    m_largestMs = m_largestWorkMs = 0;
    m_workMs = threadWorkMs();
    if (m_timer.isActive())
        m_sinceTick.restart();
}

void EventLoopWatchdog::tick()
{
    const double gap = std::max(0.0, static_cast<double>(m_sinceTick.nsecsElapsed()) / 1e6 - intervalMs);
    m_sinceTick.restart();
    if (m_gapsMs.size() < mostGaps)
        m_gapsMs.push_back(static_cast<float>(gap));
    m_largestMs = std::max(m_largestMs, gap);
    const double work = threadWorkMs();
    m_largestWorkMs = std::max(m_largestWorkMs, work - std::exchange(m_workMs, work));
    if (gap > longGapMs)
        emit blocked(gap);
}

double EventLoopWatchdog::largestGapMs() const
{
    if (!m_sinceTick.isValid())
        return m_largestMs;
    return std::max(m_largestMs, static_cast<double>(m_sinceTick.nsecsElapsed()) / 1e6 - intervalMs);
}

double EventLoopWatchdog::gapPercentileMs(double share) const
{
    if (m_gapsMs.empty())
        return 0;
    std::vector<float> sorted = m_gapsMs;
    const double wanted = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size()));
    const auto rank = static_cast<std::ptrdiff_t>(std::max(wanted, 1.0)) - 1;
    std::nth_element(sorted.begin(), sorted.begin() + rank, sorted.end());
    return static_cast<double>(sorted[static_cast<std::size_t>(rank)]);
}

} // namespace weightless::widgets
