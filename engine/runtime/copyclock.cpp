// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/copyclock.h"

#include <exception>

namespace weightless {

CopyClock::CopyClock(const vulkan::Device& device, std::chrono::steady_clock::time_point start)
    : m_device(device)
    , m_start(start)
{
    try {
        m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
    } catch (const std::exception&) {
        // Without a thread or memory for it, no ends are noted.
    }
}

CopyClock::~CopyClock() = default;

void CopyClock::watch(size_t copy, vulkan::QueuePoint point)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_waiting.emplace_back(copy, point);
    }
    m_changed.notify_one();
}

std::vector<std::pair<size_t, double>> CopyClock::finish()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isComplete = true;
    }
    m_changed.notify_one();
    if (m_thread.joinable()) {
        m_thread.join();
    }
    return std::move(m_ends);
}

void CopyClock::work(const std::stop_token& stop)
{
    try {
        noteEnds(stop);
    } catch (const std::exception&) {
        // Of the device's errors, whoever needs the copies is told.
    }
}

void CopyClock::noteEnds(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_waiting.empty() || m_isComplete; })
        && !m_waiting.empty()) {
        const auto [copy, point] = m_waiting.front();
        m_waiting.pop_front();
        lock.unlock();
        if (m_device.wait(point, stop) == vulkan::WaitResult::Stopped) {
            return;
        }
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - m_start;
        lock.lock();
        m_ends.emplace_back(copy, seconds.count());
    }
}

} // namespace weightless
