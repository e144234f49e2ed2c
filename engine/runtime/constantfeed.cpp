// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/constantfeed.h"

#include <algorithm>
#include <utility>

namespace weightless {

ConstantFeed::ConstantFeed(const vulkan::Device& device, const PooledSteps& steps,
    std::vector<size_t> afterSubmissions, const std::stop_token& stop)
    : m_device(device)
    , m_steps(steps)
    , m_afterSubmissions(std::move(afterSubmissions))
    , m_onStop(stop, [this] { m_ownStop.request_stop(); })
{
    const Residency& residency = m_steps.budget().residency();
    m_steps.budget().pool().noteWindow(residency.visits.empty() ? 0 : residency.window.sizeBytes());
    // Where all of it is there, as in a loop whose constants fit the window, no thread is needed.
    const auto isThere = [&](const Visit& visit) {
        return m_steps.budget().isAt(visit.constant, visit.offsetBytes);
    };
    if (std::ranges::all_of(m_steps.visits(), isThere)) {
        m_broughtCount = m_steps.visits().size();
        m_copies.assign(m_broughtCount, m_steps.budget().lastCopy());
        return;
    }
    m_thread = std::jthread([this] { work(m_ownStop.get_token()); });
}

ConstantFeed::~ConstantFeed()
{
    m_ownStop.request_stop();
    if (m_thread.joinable()) {
        m_thread.join();
    }
    if (!m_isFinished) {
        try {
            m_steps.budget().finish();
        } catch (...) {
            // Nothing of it counts as there any more: the next run brings it, and tells what is wrong.
        }
    }
}

vulkan::QueuePoint ConstantFeed::await(size_t visits)
{
    std::unique_lock lock(m_mutex);
    if (m_broughtCount < visits && !m_error) {
        const double begin = now();
        m_changed.wait(lock, [&] { return m_broughtCount >= visits || m_error; });
        m_traffic.waitedSeconds += now() - begin;
    }
    if (m_error) {
        throw Error(*m_error);
    }
    return visits > 0 && visits <= m_copies.size() ? m_copies[visits - 1] : vulkan::QueuePoint {};
}

void ConstantFeed::noteSubmission(vulkan::QueuePoint point)
{
    m_steps.budget().pool().noteReader(point);
    {
        const std::scoped_lock lock(m_mutex);
        if (m_submissions.empty()) {
            m_traffic.firstSubmissionSeconds = now();
        }
        m_submissions.push_back(point);
    }
    m_changed.notify_all();
}

WeightTraffic ConstantFeed::finish()
{
    std::ignore = await(m_steps.visits().size());
    if (m_thread.joinable()) {
        m_thread.join();
    }
    m_isFinished = true;
    m_steps.budget().finish();
    if (m_copyClock) {
        for (const auto& [copy, end] : m_copyClock->finish()) {
            m_traffic.brought[copy].copyEndSeconds = std::max(end, m_traffic.brought[copy].copyBeginSeconds);
        }
        m_copyClock.reset();
    }
    return std::move(m_traffic);
}

void ConstantFeed::work(const std::stop_token& stop)
{
    try {
        bringAll(stop);
    } catch (...) {
        const std::scoped_lock lock(m_mutex);
        m_error = currentError();
    }
    m_changed.notify_all();
}

void ConstantFeed::bringAll(const std::stop_token& stop)
{
    BudgetedConstants& budget = m_steps.budget();
    bool isFirst = true;
    for (size_t i = 0; i < m_steps.visits().size(); ++i) {
        const Visit& visit = m_steps.visits()[i];
        if (!budget.isAt(visit.constant, visit.offsetBytes)) {
            if (std::exchange(isFirst, false)) {
                budget.pool().waitForReaders(stop); // runs before this one
            }
            awaitPlace(i, stop);
            const double begin = now();
            const vulkan::QueuePoint before = budget.lastCopy();
            budget.bring(visit.constant, visit.offsetBytes, stop);
            const vulkan::QueuePoint after = budget.lastCopy();
            noteBrought(visit, begin, after == before ? std::nullopt : std::optional(after));
        }
        {
            const std::scoped_lock lock(m_mutex);
            m_broughtCount = i + 1;
            m_copies.push_back(budget.lastCopy());
        }
        m_changed.notify_all();
    }
}

void ConstantFeed::awaitPlace(size_t visit, const std::stop_token& stop)
{
    const size_t needed = m_afterSubmissions[visit];
    if (needed == 0) {
        return;
    }
    vulkan::QueuePoint point;
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait(lock, stop, [&] { return m_submissions.size() >= needed; })) {
            throw Error(ErrorKind::Cancelled, "The run was cancelled");
        }
        point = m_submissions[needed - 1];
    }
    if (m_device.wait(point, stop) == vulkan::WaitResult::Stopped) {
        throw Error(ErrorKind::Cancelled, "The run was cancelled");
    }
}

void ConstantFeed::noteBrought(const Visit& visit, double begin, std::optional<vulkan::QueuePoint> copied)
{
    const BudgetedConstants& budget = m_steps.budget();
    const ConstantInfo& constant = budget.info(visit.constant);
    BroughtConstant brought {constant.name, constant.sizeBytes, begin, now()};
    const std::scoped_lock lock(m_mutex);
    m_traffic.broughtBytes += constant.sizeBytes;
    ++m_traffic.broughtCount;
    if (m_traffic.brought.size() == WeightTraffic::mostNoted) {
        return;
    }
    if (copied) {
        const double firstSlice = std::min(1.0,
            static_cast<double>(budget.sliceBytes())
                / static_cast<double>(std::max<uint64_t>(constant.sizeBytes, 1)));
        brought.copyBeginSeconds // no later than the end, which the sum may round to
            = std::min(begin + (brought.endSeconds - begin) * firstSlice, brought.endSeconds);
        brought.copyEndSeconds = brought.endSeconds; // until the device has told
        if (!m_copyClock) {
            m_copyClock.emplace(m_device, m_start);
        }
        m_copyClock->watch(m_traffic.brought.size(), *copied);
    }
    m_traffic.brought.push_back(std::move(brought));
}

double ConstantFeed::now() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

} // namespace weightless
