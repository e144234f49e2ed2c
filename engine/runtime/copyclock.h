// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/device.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace weightless {

// Notes when the device is done with copies, on a thread of its own that waits for one after the other.
// Nothing depends on it: it ends when it is told to, whatever is still under way, and notes less where it
// fails.
class CopyClock {
public:
    CopyClock(const vulkan::Device& device, std::chrono::steady_clock::time_point start);
    ~CopyClock();
    CopyClock(const CopyClock&) = delete;
    CopyClock& operator=(const CopyClock&) = delete;

    // `point` follows all that were given before. From any thread.
    void watch(size_t copy, vulkan::QueuePoint point);
    // Waits for all that were given, which may end with an error of the device's: then some are missing.
    // Seconds since the start, by copy, in the order of watch(). Once.
    [[nodiscard]] std::vector<std::pair<size_t, double>> finish();

private:
    void work(const std::stop_token& stop);
    void noteEnds(const std::stop_token& stop);

    const vulkan::Device& m_device;
    std::chrono::steady_clock::time_point m_start;
    std::mutex m_mutex; // guards what follows
    std::condition_variable_any m_changed;
    std::deque<std::pair<size_t, vulkan::QueuePoint>> m_waiting;
    bool m_isComplete = false; // no more will come
    std::vector<std::pair<size_t, double>> m_ends;
    std::jthread m_thread; // last: it uses the others
};

} // namespace weightless
