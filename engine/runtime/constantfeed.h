// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/runtime/copyclock.h"
#include "engine/runtime/pooledsteps.h"
#include "engine/runtime/weighttraffic.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace weightless {

// Brings the constants of a run in their order, ahead of the steps that need them, on a thread of its own:
// each as soon as the device has done with what lies in its place. What is there already is not brought. One
// run.
class ConstantFeed {
public:
    // `afterSubmissions`: by visit, how many submissions have to be done before its place may be written; 0
    // where nothing of this run was there. `stop` ends the bringing.
    ConstantFeed(const vulkan::Device& device, const PooledSteps& steps, std::vector<size_t> afterSubmissions,
        const std::stop_token& stop);
    ~ConstantFeed(); // ends the thread; what counts as there then is there, and was checked
    ConstantFeed(const ConstantFeed&) = delete;
    ConstantFeed& operator=(const ConstantFeed&) = delete;

    // Blocks until the first `visits` are where they belong; the device has to wait for the point that is
    // returned. Whatever ended the bringing is thrown: errors as BudgetedConstants::bring(), Cancelled.
    [[nodiscard]] vulkan::QueuePoint await(size_t visits);
    // The next submission of the run was handed over.
    void noteSubmission(vulkan::QueuePoint point);

    // All is brought and the files are what they were, or an error says why not. Once, at the end.
    WeightTraffic finish();

private:
    void work(const std::stop_token& stop);
    void bringAll(const std::stop_token& stop);
    void awaitPlace(size_t visit, const std::stop_token& stop);
    void noteBrought(const Visit& visit, double begin, std::optional<vulkan::QueuePoint> copied);
    [[nodiscard]] double now() const; // seconds since the run began

    const vulkan::Device& m_device;
    const PooledSteps& m_steps;
    std::vector<size_t> m_afterSubmissions;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::mutex m_mutex; // guards what follows
    std::condition_variable_any m_changed;
    size_t m_broughtCount = 0;
    std::vector<vulkan::QueuePoint> m_copies; // by visit: what copies of it and those before end with
    std::vector<vulkan::QueuePoint> m_submissions;
    std::optional<Error> m_error;
    WeightTraffic m_traffic;
    bool m_isFinished = false; // or is about to be: by the run's thread alone
    std::optional<CopyClock> m_copyClock; // where something is copied
    std::stop_source m_ownStop;
    std::stop_callback<std::function<void()>> m_onStop;
    std::jthread m_thread; // last: it uses the others
};

} // namespace weightless
